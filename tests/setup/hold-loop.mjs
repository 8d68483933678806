// Loaded before the application by `--import`, in tests alone: SIGUSR2 holds the event loop for ever.
process.on('SIGUSR2', () => {
  for (;;);
});
