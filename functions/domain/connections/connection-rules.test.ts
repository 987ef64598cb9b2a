import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import {
  type ConnectionInput,
  connectionProblems,
  needsGreeting,
  resetsSession,
} from '@prosa/shared/rules/connection-problems.ts';
import { describe, expect, it } from 'vitest';
import { writingFirst } from '../../channels/channels.ts';
import { decideDefault, mayRemove } from './default-connection.ts';

const nowMs = Date.parse('2026-06-15T12:00:00.000Z');
const inDays = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();
const input = (fields: Partial<ConnectionInput>): ConnectionInput => ({
  ...connectionRoutes.update.body.parse({ name: 'Principal' }),
  ...fields,
});
const world = { userRating: false, nowMs, before: undefined };
const pathsOf = (fields: Partial<ConnectionInput>, more: object = {}) =>
  connectionProblems(input(fields), { ...world, ...more }).map(({ field }) => field);

describe('a connection', () => {
  it('is valid with its defaults', () => {
    expect(pathsOf({})).toEqual([]);
  });

  it('requires a rating message and a rating timeout if ratings are enabled', () => {
    const rating = { userRating: true };
    expect(pathsOf({}, rating)).toEqual(['ratingMessage', 'expiresTicketNPS']);
    expect(pathsOf({ ratingMessage: 'De 0 a 10?' }, rating)).toEqual(['expiresTicketNPS']);
    expect(pathsOf({ ratingMessage: 'De 0 a 10?', expiresTicketNPS: 5 }, rating)).toEqual([]);
  });

  it.each<[Partial<ConnectionInput>, string[]]>([
    [{ proxy: 'socks5://ana:segredo@proxy.example:1080' }, []],
    [{ proxy: 'proxy.example' }, ['proxy']],
    [{ proxy: 'smtp://proxy.example:25' }, ['proxy']],
    [{ timeSendQueue: 5 }, ['sendIdQueue']],
    [{ sendIdQueue: 2 }, ['timeSendQueue']],
    [{ timeSendQueue: 5, sendIdQueue: 2 }, []],
    [{ timeInactiveMessage: 5 }, ['expiresTicket']],
    [{ timeInactiveMessage: 5, expiresTicket: 10 }, []],
    [{ enableImportMessage: true }, ['queueIdImportMessages']],
    [
      { enableImportMessage: true, queueIdImportMessages: 1, importOldMessages: inDays(-800) },
      ['importOldMessages'],
    ],
    [
      { enableImportMessage: true, queueIdImportMessages: 1, importOldMessages: inDays(1) },
      ['importOldMessages'],
    ],
    [
      { enableImportMessage: true, queueIdImportMessages: 1, importRecentMessages: inDays(1) },
      ['importRecentMessages'],
    ],
    [
      {
        enableImportMessage: true,
        queueIdImportMessages: 1,
        importOldMessages: inDays(-3),
        importRecentMessages: inDays(-5),
      },
      ['importRecentMessages'],
    ],
    [
      {
        enableImportMessage: true,
        queueIdImportMessages: 1,
        importOldMessages: inDays(-700),
        importRecentMessages: inDays(-1),
      },
      [],
    ],
    [{ collectiveVacationMessage: 'Férias' }, ['collectiveVacationStart', 'collectiveVacationEnd']],
    [{ collectiveVacationStart: inDays(-11), collectiveVacationEnd: inDays(3) }, ['collectiveVacationStart']],
    [{ collectiveVacationStart: inDays(5), collectiveVacationEnd: inDays(3) }, ['collectiveVacationEnd']],
    [
      {
        collectiveVacationMessage: 'Férias',
        collectiveVacationStart: inDays(-9),
        collectiveVacationEnd: inDays(3),
      },
      [],
    ],
  ])('S-18: a connection with %j has problems in %j', (fields, expected) => {
    expect(pathsOf(fields)).toEqual(expected);
  });

  it('keeps dates that were valid when saved and are now in the past', () => {
    const old = {
      collectiveVacationMessage: 'Férias',
      collectiveVacationStart: inDays(-90),
      collectiveVacationEnd: inDays(-60),
    };
    const before = connectionSchema.parse({ companyId: 7, id: 1, name: 'P', channel: 'whatsapp', ...old });
    expect(pathsOf(old, { before })).toEqual([]);
  });

  it('requires a greeting if it has more than one queue', () => {
    expect(needsGreeting({ queueIds: [1, 2], greetingMessage: ' ' })).toBe(true);
    expect(needsGreeting({ queueIds: [1], greetingMessage: '' })).toBe(false);
    expect(needsGreeting({ queueIds: [1, 2], greetingMessage: 'Olá' })).toBe(false);
  });
});

describe('the import settings of a connection', () => {
  const off = input({});
  const on = input({ enableImportMessage: true, queueIdImportMessages: 1, importOldMessages: inDays(-30) });

  it('reset the WhatsApp session if the import is enabled or changed, and otherwise never', () => {
    expect(resetsSession(off, on)).toBe(true);
    expect(resetsSession(on, { ...on, importOldMessages: inDays(-60) })).toBe(true);
    expect(resetsSession(on, { ...on, importOldMessagesGroups: true })).toBe(true);
    expect(resetsSession(on, on)).toBe(false);
    expect(resetsSession(on, off)).toBe(false);
    expect(resetsSession(off, { ...off, importOldMessages: inDays(-60) })).toBe(false);
  });
});

const one = { id: 1, isDefault: true, channel: 'whatsapp' } as const;
const two = { id: 2, isDefault: false, channel: 'whatsapp' } as const;

describe('the default connection', () => {
  it('is the first connection, even if the request says otherwise', () => {
    expect(decideDefault([], null, false)).toEqual({ isDefault: true, demoted: [] });
    expect(decideDefault(writingFirst([{ ...one, channel: 'facebook' }]), null, undefined)).toEqual({
      isDefault: true,
      demoted: [],
    });
  });

  it('changes when another connection is made the default', () => {
    expect(decideDefault([one, two], 2, true)).toEqual({
      isDefault: true,
      demoted: [{ ...one, isDefault: false }],
    });
    expect(decideDefault([one], null, true)).toEqual({
      isDefault: true,
      demoted: [{ ...one, isDefault: false }],
    });
  });

  it('stays if the request says nothing, and cannot be unset or deleted while other connections exist', () => {
    expect(decideDefault([one, two], 1, undefined)).toEqual({ isDefault: true, demoted: [] });
    expect(decideDefault([one, two], 2, undefined)).toEqual({ isDefault: false, demoted: [] });
    expect(decideDefault([one, two], 1, false)).toBeUndefined();
    expect(mayRemove([one, two], one)).toBe(false);
    expect(mayRemove([one, two], two)).toBe(true);
    expect(mayRemove([one], one)).toBe(true);
  });
});
