import { connect } from '#server/db/connect.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { findStuck } from '#server/jobs/find-stuck.ts';
import { describeReplica } from '#server/replica/describe-replica.ts';
import { countSmsOfDay } from '#server/sms/sms-of-day.ts';
import { describeStandby, readStandby } from '#server/standby/read-standby.ts';
import { hourMs } from '#shared/time/durations.ts';
import { everyInvariant } from '../../src/every-invariant.ts';
import { describeFailure } from './describe-failure.ts';
import { needRunningDatabase } from './find-running-database.ts';

// `npm run doctor` checks every invariant of the data and reports those that do not hold.
// It also lists work of the server that is stuck: failed several times in a row, or long due and not begun. Where the
// embedded database has a standby, it says how far behind that is, or that it is away; of DATABASE_REPLICA_URL, whether
// what is there can be read; of codes by text message, how many went out today, and whether they reach a telephone.
// It reads and changes nothing, also while the product runs. It asks the database that DATABASE_URL names, else
// the embedded one whose socket folder is the argument, else the one running in DATA_DIR. Exits 1 when something
// is broken, 2 when there is no database to ask.

const [socket] = process.argv.slice(2);
const { db, close } = connect(needRunningDatabase(process.env, socket), { poolSize: 1, answerMs: hourMs });
try {
  const broken = new Map((await findBroken(db, everyInvariant)).map(({ name, rows }) => [name, rows]));
  for (const { name } of everyInvariant) {
    const rows = broken.get(name);
    console.log(`${rows ? 'BROKEN' : 'ok    '}  ${name}`);
    for (const row of rows ?? []) console.log(`        ${JSON.stringify(row)}`);
  }
  const stuck = await findStuck({ db, now: new Date() });
  for (const { kind, count, since, lastError } of stuck) {
    console.log(`STUCK   ${kind}: ${count} since ${since.toISOString()}${lastError ? `, ${lastError}` : ''}`);
  }
  const standby = await readStandby(db);
  if (standby) console.log(`STANDBY ${describeStandby(standby)}`);
  const { DATABASE_REPLICA_URL: replica } = process.env;
  for (const line of replica ? await describeReplica(db, replica) : []) console.log(`REPLICA ${line}`);
  const { SMS_COUNTRIES: texts, SMS_URL: service } = process.env;
  if (texts) {
    const sent = await countSmsOfDay({ db, now: new Date() });
    console.log(
      `SMS     text messages today: ${sent}${service ? '' : ', into the log alone: SMS_URL is not set'}`,
    );
  }
  const well = stuck.length === 0 ? 'All is well.' : 'The data is well, and work is stuck.';
  console.log(broken.size === 0 ? well : `${broken.size} of ${everyInvariant.length} do not hold.`);
  process.exitCode = broken.size === 0 ? 0 : 1;
} catch (error) {
  console.error(`The database cannot be asked: ${describeFailure(error)}`);
  process.exitCode = 2;
} finally {
  await close();
}
