import { type Company, dueDateOf, type Plan } from '../entities/company.ts';
import { localDay } from './zone-format.ts';

const DAY_MS = 86_400_000;

/**
 * Messages that a company sends at most on a day of its trial: enough to try every channel, too few for advertising.
 */
export const TRIAL_SEND_CAP = 200;
/**
 * Messages that a connection sends at most on a day: one every two seconds of eleven hours. People who answer write
 * less, and a number that sends more is advertising, which costs a WhatsApp Web number its account.
 */
export const CONNECTION_SEND_CAP = 20_000;
/** Messages that a company sends at most on a day: 500 by each of the 100 users of the largest plan. */
export const COMPANY_SEND_CAP = 50_000;
/** Maximum of a cap that the operator of the installation sets. */
export const SEND_CAP_MAX = 10_000_000;

/** How many messages a company, and each of its connections, sends at most on one of the company's days (S-69). */
export interface SendCaps {
  company: number;
  connection: number;
}

interface Subscriber {
  company: Pick<Company, 'companyId' | 'dueDate' | 'timeZone' | 'dailySendCap'> & { rowCreatedAt: string };
  plan: Pick<Plan, 'trialDays'>;
}

/** Whether a company has paid nothing yet: its subscription ends within the trial days of its plan. */
export const isTrial = ({ company, plan }: Subscriber): boolean => {
  const trialEndsMs = Date.parse(company.rowCreatedAt) + plan.trialDays * DAY_MS;
  return dueDateOf(company) <= localDay(company.timeZone, trialEndsMs);
};

/** Returns the caps of a company. A cap that the operator has set for the company replaces all others. */
export const sendCapsOf = (subscriber: Subscriber): SendCaps => {
  const { dailySendCap } = subscriber.company;
  if (dailySendCap !== null) return { company: dailySendCap, connection: dailySendCap };
  return isTrial(subscriber)
    ? { company: TRIAL_SEND_CAP, connection: TRIAL_SEND_CAP }
    : { company: COMPANY_SEND_CAP, connection: CONNECTION_SEND_CAP };
};
