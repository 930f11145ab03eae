// Loaded before `npm start` and the commands of an operator (`package.json`): puts the settings of `.env` into the
// environment, where they are not set already. Programs that are started otherwise, such as those of tests, do not read
// it. Not Node's own `--env-file-if-exists`, which writes a line in each process where there is no such file.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

if (existsSync('.env')) {
  // For `find-misspelled.ts`: the rest of the environment is not for Sumi alone.
  process.env.SUMI_ENV_NAMES = Object.keys(parseEnv(readFileSync('.env', 'utf8'))).join(' ');
  process.loadEnvFile('.env');
}
