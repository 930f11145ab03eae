import { runTool } from '../run-tool.ts';
import { judgeAudit } from './judge-audit.ts';

// SECURITY.md says within how many days a component with a known hole is updated. `npm run check:advisories` asks the
// registry which of the components that run in production have one. It needs the network and a registry that answers
// audits, so no other check runs it. Exits 1 for a hole that has a time, and 2 where the registry did not answer.

const { stdout } = runTool('npm', ['audit', '--omit=dev', '--json']);
const { answered, lines, urgent } = judgeAudit(stdout);
for (const line of lines) console.log(line);
if (!answered) console.error('The registry answered no audit: nothing is known.');
process.exit(answered ? Number(urgent) : 2);
