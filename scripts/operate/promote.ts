import { parseArgs } from 'node:util';
import { promoteStandby } from '#server/standby/promote-standby.ts';
import { ConfigError, readPlace } from '../../src/config.ts';
import { describeFailure } from './describe-failure.ts';

// `npm run promote` has the standby that runs in DATA_DIR take the writes; servers with every host in DATABASE_URL
// follow by themselves. It refuses while the old database still answers, unless `--anyway`. Exits 1 when nothing was
// promoted.

try {
  const { values } = parseArgs({ options: { anyway: { type: 'boolean', default: false } } });
  const { dataDir, sharedDatabase: shared } = readPlace(process.env);
  if (!shared) throw new ConfigError('DATABASE_LISTEN: is not set, so that there is no standby here.');
  const timeline = await promoteStandby(dataDir, shared, values);
  console.log(`The standby takes the writes now (timeline ${timeline}).`);
  console.log(
    'The old database must not come back as it was: move its folder away and run npm run standby there.',
  );
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
