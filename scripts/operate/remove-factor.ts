import { removeFactor } from '#features/accounts/sign-in/remove-factor.ts';
import { connect } from '#server/db/connect.ts';
import { describeFailure } from './describe-failure.ts';
import { needRunningDatabase } from './find-running-database.ts';

// `npm run remove-factor -- EMAIL` takes off the second factor of a person who lost their telephone and all backup
// codes. It is for an operator on the machine: no page of the product does it. Every session of that person ends; they
// sign in with their password and, where REQUIRE_SECOND_FACTOR asks it of administrators, set up a new factor first.

const [email, ...more] = process.argv.slice(2);
if (!email || more.length > 0) {
  console.error('Usage: npm run remove-factor -- EMAIL');
  process.exit(2);
}
const { db, close } = connect(needRunningDatabase(process.env), { poolSize: 1 });
try {
  const person = await db
    .selectFrom('users')
    .select(['id', 'name', 'twoFactorEnabled'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  if (!person) {
    console.error(`No person has the address ${email}.`);
    process.exitCode = 1;
  } else if (!person.twoFactorEnabled) {
    console.log(`${person.name} has no second factor.`);
  } else {
    await db.transaction().execute((trx) => removeFactor({ db: trx, now: new Date() }, person.id));
    console.log(
      `${person.name} signs in with the password alone now, and every session of theirs has ended.`,
    );
  }
} catch (error) {
  console.error(`Nothing was changed. The database cannot be asked: ${describeFailure(error)}`);
  process.exitCode = 2;
} finally {
  await close();
}
