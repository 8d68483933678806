// Loaded before the application by `--import`, only in tests: SIGUSR2 blocks the event loop for ever.
process.on('SIGUSR2', () => {
  for (;;);
});
