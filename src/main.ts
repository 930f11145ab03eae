import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Node keeps what it compiled of the program for the next start; a changed file is compiled again. Where the folder
// cannot be written, each start compiles. What is imported before this call is not kept.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/sumi-compiled'));
const { startProcess } = await import('./start/start-process.ts');
await startProcess();
