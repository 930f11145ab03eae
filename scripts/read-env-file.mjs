// Loaded before `npm start` and the commands of an operator (`package.json`): puts the settings of `.env` into the
// environment, where they are not set already. Programs that are started otherwise, such as those of tests, do not read
// it. Not Node's own `--env-file-if-exists`, which writes a line in each process where there is no such file.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
