import { type ChildProcess, spawn } from 'node:child_process';

// `npm run dev` starts the server on port 3000, which restarts when one of its files changes, and the pages on port
// 5173 with hot reload, which proxy each call to the server. Ctrl-C ends both.
const parts: ChildProcess[] = [
  spawn(process.execPath, ['--watch-path=src', '--watch-preserve-output', 'src/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, APP_URL: 'http://localhost:5173' },
  }),
  spawn(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'dev'], { stdio: 'inherit' }),
];
for (const part of parts) part.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function stop(): void {
  for (const part of parts) part.kill('SIGTERM');
}
