import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { parseRow } from '@prosa/functions/platform/table/parse-row.ts';
import { scheduleItem, scheduleTimerItem } from '@prosa/functions/repositories/tickets/schedules.ts';
import { type Schedule, scheduleSchema } from '@prosa/shared/entities/schedule.ts';
import pLimit from 'p-limit';
import type { TestCompany, TestUser } from '../../factories/company.ts';
import { makeContact } from '../../factories/tickets.ts';

/** Number of contacts that are handled in parallel. */
export const AT_ONCE = 20;
/** Schedules in one transaction: each takes two rows of the hundred that DynamoDB allows. */
const IN_TRANSACTION = 50;

/** Writes schedules of a user with these texts and times, each for a contact of its own. */
export const plantSchedules = async (
  company: TestCompany,
  user: TestUser,
  texts: readonly { body: string; sendAt: string }[],
  nowMs: number,
): Promise<Schedule[]> => {
  const all = await pLimit(AT_ONCE).map(texts, async (text, at) => {
    const contact = await makeContact(company.table);
    const schedule = { companyId: company.id, id: at + 1, contactId: contact.id, contact, ...text };
    return scheduleSchema.parse({
      ...schedule,
      firstSendAt: text.sendAt,
      status: 'pending',
      userId: user.id,
    });
  });
  for (let start = 0; start < all.length; start += IN_TRANSACTION)
    await commit(
      all
        .slice(start, start + IN_TRANSACTION)
        .flatMap((schedule) => [
          scheduleItem(company.table, undefined, schedule, nowMs),
          scheduleTimerItem(company.table, schedule, { ids: systemIds, nowMs }),
        ]),
    );
  return all;
};

/** Returns the timer message of a schedule; without a timer its token is `none`. */
export const timerOf = async (company: TestCompany, id: number) => {
  const timer = await company.table.get(
    Timer,
    { kind: 'schedule', subject: String(id) },
    { consistent: true },
  );
  return { companyId: company.id, kind: 'schedule', subject: String(id), token: timer?.token ?? 'none' };
};

/** Returns the messages of a contact on a connection, oldest first. */
export const messagesWith = async (company: TestCompany, contactId: number, connectionId: number) =>
  (await company.table.queryAll(`M#${contactId}#${connectionId}`, { consistent: true })).map((row) =>
    parseRow(Message, row),
  );
