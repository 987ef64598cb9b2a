import { join } from 'node:path';
import { hashPassword } from '@prosa/functions/platform/auth/password.ts';
import { EmailOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { startStackProcess } from '../support/stack-process.ts';
import { openBulkLoad } from './bulk-load.ts';
import { type Dataset, generateCompany } from './generate.ts';
import { engineRow } from './row-template.ts';

/** Ids of benchmark companies begin here; the demo's own are lower. */
const FIRST_COMPANY_ID = 1001;
const PLAN_ID = 1;
/** Number of messages in the conversation that is scrolled. */
export const SHOWN_MESSAGES = 5_000;

export interface CompanySize {
  tickets: number;
  queues: number;
}

/** Seeds a data directory like a first start, and adds one company for each size. */
export const prepareData = async (
  dataDir: string,
  sizes: readonly CompanySize[],
  password: string,
): Promise<Dataset[]> => {
  const first = await startStackProcess(dataDir, { PROSA_ADMIN_PASSWORD: password });
  await first.stop();
  const passwordHash = await hashPassword(password);
  const file = join(dataDir, 'table.db');
  const load = openBulkLoad(file);
  const datasets = sizes.map((size, index) => {
    const companyId = FIRST_COMPANY_ID + index;
    const plan = { ...size, companyId, planId: PLAN_ID, shownMessages: SHOWN_MESSAGES, passwordHash };
    const dataset = generateCompany(plan, (row) => load.put(row));
    for (const [email, userId] of [
      [dataset.adminEmail, 1],
      [dataset.agentEmail, 2],
    ] as const) {
      load.put(engineRow(globalTable.put(EmailOwner, { email, companyId, userId }, 'absent').item));
    }
    return dataset;
  });
  load.close();
  return datasets;
};
