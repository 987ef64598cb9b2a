import { randomBytes } from 'node:crypto';
import { EmailOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { ADMIN_EMAIL, seed } from '../local/seed.ts';

/**
 * Gives a new installation its super administrator. Run once, with AWS credentials, `AWS_REGION` and `TABLE_NAME` (an
 * output of the data stack); `PROSA_ADMIN_PASSWORD` sets the password, otherwise one is made and printed.
 */
const PASSWORD_BYTES = 12;

if ((await globalTable.get(EmailOwner, { email: ADMIN_EMAIL })) !== undefined) {
  console.error(`${ADMIN_EMAIL} is there already; nothing was changed.`);
  process.exitCode = 1;
} else {
  const adminPassword = process.env.PROSA_ADMIN_PASSWORD ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  await seed({ kind: 'empty', adminPassword });
  console.log(`Log in as ${ADMIN_EMAIL} with ${adminPassword} and change the password.`);
}
