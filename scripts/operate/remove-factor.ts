import { removeFactor, removeUnreadableFactors } from '#features/accounts/sign-in/remove-factor.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { OperatorError } from '#server/operator-error.ts';
import { readPlace } from '../../src/config.ts';
import { describeFailure } from './describe-failure.ts';
import { needRunningDatabase } from './find-running-database.ts';

// `npm run remove-factor -- EMAIL` takes off the second factor of a person who lost their telephone and all backup
// codes. It is for an operator on the machine: no page of the product does it. Every session of that person ends; they
// sign in with their password and, where REQUIRE_SECOND_FACTOR asks it of administrators, set up a new factor first.
// With `--unreadable` it takes off every factor that was encrypted with another secret: no code signs in with those.

const [email, ...more] = process.argv.slice(2);
if (!email || more.length > 0) {
  console.error('Usage: npm run remove-factor -- EMAIL, or --unreadable');
  process.exit(2);
}
const { db, close } = connect(needRunningDatabase(process.env), { poolSize: 1 });
try {
  if (email === '--unreadable') await removeUnreadable(db);
  else await removeFactorOf(db, email.toLowerCase());
} catch (error) {
  console.error(`Nothing was changed. ${describeFailure(error)}`);
  process.exitCode = 2;
} finally {
  await close();
}

async function removeUnreadable(db: Db): Promise<void> {
  const { secret, dataDir } = readPlace(process.env);
  if (secret === null)
    throw new OperatorError(`There is no secret in ${dataDir}: set DATA_DIR or SECRET as for the server.`);
  const removed = await db
    .transaction()
    .execute((trx) => removeUnreadableFactors({ db: trx, now: new Date() }, secret));
  console.log(`Second factors that this secret does not open, taken off: ${removed}.`);
}

async function removeFactorOf(db: Db, address: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'name', 'twoFactorEnabled'])
    .where('email', '=', address)
    .executeTakeFirst();
  if (!person) {
    console.error(`No person has the address ${address}.`);
    process.exitCode = 1;
  } else if (!person.twoFactorEnabled) {
    console.log(`${person.name} has no second factor.`);
  } else {
    await db.transaction().execute((trx) => removeFactor({ db: trx, now: new Date() }, person.id));
    console.log(
      `${person.name} signs in with the password alone now, and every session of theirs has ended.`,
    );
  }
}
