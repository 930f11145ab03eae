import { type ChildProcess, spawn } from 'node:child_process';

// `npm run dev`: the server on 3000, restarted when a file of it changes, and the pages on 5173 with hot
// reload, which pass every call on to the server. One Ctrl-C ends both.
const parts: ChildProcess[] = [
  spawn('node', ['--watch-path=src', '--watch-preserve-output', 'src/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, APP_URL: 'http://localhost:5173' },
  }),
  spawn('react-router', ['dev'], { stdio: 'inherit' }),
];
for (const part of parts) part.on('exit', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function stop(): void {
  for (const part of parts) part.kill('SIGTERM');
}
