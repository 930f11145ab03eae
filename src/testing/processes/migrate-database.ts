import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';

// A process of its own that migrates, for `migrate.test.ts` to kill.
const { pool, close } = connect(JSON.parse(process.env.DATABASE ?? ''));
await migrate(pool);
await close();
