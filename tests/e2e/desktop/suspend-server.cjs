// Loaded into every process of the app before its own code.
if (process.type === 'utility') process.kill(process.pid, 'SIGSTOP');
