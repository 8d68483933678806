// Starts the web process from its build.
const build = await import('../build/server/index.js');
await build.entry.module.startWeb(build);
