import { describe, expect, it } from 'vitest';
import { PLATFORM_COMPANY_ID } from '../entities/company.ts';
import { COMPANY_SEND_CAP, CONNECTION_SEND_CAP, isTrial, sendCapsOf, TRIAL_SEND_CAP } from './send-caps.ts';

const plan = { trialDays: 7 };
const company = {
  companyId: 2,
  dueDate: '2030-01-08',
  timeZone: 'America/Sao_Paulo',
  dailySendCap: null,
  rowCreatedAt: '2030-01-01T15:00:00.000Z',
};

describe('S-69: a company', () => {
  it('is on trial while its subscription ends within the trial days of its plan', () => {
    expect(isTrial({ company, plan })).toBe(true);
    expect(isTrial({ company: { ...company, dueDate: '2030-01-09' }, plan })).toBe(false);
  });

  it('is on trial by its own days, not by those of UTC', () => {
    const late = { ...company, rowCreatedAt: '2030-01-02T01:00:00.000Z', dueDate: '2030-01-09' };
    expect(isTrial({ company: late, plan })).toBe(false);
    expect(isTrial({ company: { ...late, timeZone: 'UTC' }, plan })).toBe(true);
  });

  it('is never on trial if it is the platform’s own', () => {
    expect(isTrial({ company: { ...company, companyId: PLATFORM_COMPANY_ID }, plan })).toBe(false);
  });

  it('may send 200 messages on a day of its trial, and the default when it has paid', () => {
    expect(TRIAL_SEND_CAP).toBe(200);
    expect(sendCapsOf({ company, plan })).toEqual({ company: TRIAL_SEND_CAP, connection: TRIAL_SEND_CAP });
    expect(sendCapsOf({ company: { ...company, dueDate: '2031-01-01' }, plan })).toEqual({
      company: COMPANY_SEND_CAP,
      connection: CONNECTION_SEND_CAP,
    });
  });

  it('may send what the operator has set, also on trial and over one connection', () => {
    expect(sendCapsOf({ company: { ...company, dailySendCap: 90_000 }, plan })).toEqual({
      company: 90_000,
      connection: 90_000,
    });
  });
});
