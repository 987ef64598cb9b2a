import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { EmailOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { nameSchema } from '@prosa/shared/entities/common.ts';
import * as z from 'zod';
import { ADMIN_EMAIL, CompanyTaken, seed, seedCompany } from '../local/seed.ts';

/**
 * `npm run first-user`: creates the super administrator of a new installation; with `--company`, creates another
 * company with every feature and its first administrator. Needs AWS credentials, `AWS_REGION` and `TABLE_NAME` (an
 * output of the data stack). `PROSA_ADMIN_PASSWORD` sets the password; otherwise a password is generated and printed.
 */
const PASSWORD_BYTES = 12;
const USAGE = `Usage: AWS_REGION=<region> TABLE_NAME=<table> npm run first-user
       AWS_REGION=<region> TABLE_NAME=<table> npm run first-user -- --company <name> --email <address> [--name <name>]`;

const { name, email, password } = userRoutes.create.body.shape;
const companySchema = z.object({ company: nameSchema(2, 100), email, name });
type NewCompany = z.output<typeof companySchema>;

const fail = (text: string): void => {
  console.error(text);
  process.exitCode = 1;
};

const chosenPassword = (): string =>
  password.parse(process.env.PROSA_ADMIN_PASSWORD ?? randomBytes(PASSWORD_BYTES).toString('base64url'));

const hasFirstUser = async (): Promise<boolean> =>
  (await globalTable.get(EmailOwner, { email: ADMIN_EMAIL }, { consistent: true })) !== undefined;

const makeFirstUser = async (): Promise<void> => {
  if (await hasFirstUser()) return fail(`${ADMIN_EMAIL} is there already; nothing was changed.`);
  const adminPassword = chosenPassword();
  await seed({ kind: 'empty', adminPassword });
  console.log(`Log in as ${ADMIN_EMAIL} with ${adminPassword} and change the password.`);
};

const makeCompany = async ({ company, ...admin }: NewCompany): Promise<void> => {
  if (!(await hasFirstUser())) return fail('Make the first user first: npm run first-user.');
  const adminPassword = chosenPassword();
  try {
    const id = await seedCompany(company, admin, adminPassword);
    console.log(
      `Company ${id}, ${company}: log in as ${admin.email} with ${adminPassword} and change the password.`,
    );
  } catch (error) {
    if (!(error instanceof CompanyTaken)) throw error;
    fail(`Nothing was changed: ${error.message}.`);
  }
};

/** Parses the command line; returns undefined when it is invalid. */
const readCommand = (): NewCompany | 'first-user' | undefined => {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ options: { company: text, email: text, name: text } });
    if (Object.keys(values).length === 0) return 'first-user';
    // The first administrator is named like the company until a name is given.
    return companySchema.parse({ name: values.company, ...values });
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : error);
    return undefined;
  }
};

const command = readCommand();
const isAddressed = [process.env.AWS_REGION, process.env.TABLE_NAME].every((value) => (value ?? '') !== '');
if (command === undefined || !isAddressed) fail(USAGE);
else if (command === 'first-user') await makeFirstUser();
else await makeCompany(command);
