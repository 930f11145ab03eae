import { enableCompileCache } from 'node:module';
import path from 'node:path';

// A start loads some 3,000 modules. Node keeps what it compiled of them, types stripped, for the next one; a changed file is
// compiled again. Where the folder cannot be written, each start compiles. What is imported before this call is not kept.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/sumi-compiled'));
const { startProcess } = await import('./start/start-process.ts');
await startProcess();
