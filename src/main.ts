import module from 'node:module';
import path from 'node:path';

// An older Node would end at the first thing that it does not know.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Sumi runs on Node 24 or later, and this is Node ${process.versions.node}. \`npm start\` uses the Node that comes along.\n`,
  );
  process.exit(1);
}
// Node keeps what it compiled of the program for the next start; a changed file is compiled again. Where the folder
// cannot be written, each start compiles. What is imported before this call is not kept.
module.enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/sumi-compiled'));
const { startProcess } = await import('./start/start-process.ts');
await startProcess();
