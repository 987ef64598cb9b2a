import { SETTING_COLUMNS } from '@prosa/shared/contracts/companies.ts';
import { companySettingsSchema } from '@prosa/shared/entities/company.ts';
import { describe, expect, it } from 'vitest';
import { changeSetting, presentCompanySettings } from './company-settings.ts';

const defaults = companySettingsSchema.parse({ companyId: 7 });

describe('company settings', () => {
  it('shows switches as words, and the three the family keeps as booleans as they are', () => {
    const view = presentCompanySettings({ ...defaults, userRating: true, closeTicketOnTransfer: true });
    expect(view).toMatchObject({
      userRating: 'enabled',
      requiredTag: 'disabled',
      closeTicketOnTransfer: true,
      DirectTicketsToWallets: false,
      hoursCloseTicketsAuto: 9_999_999_999,
    });
  });

  it.each(SETTING_COLUMNS.exclude(['transcriptionKey']).options)(
    'takes back what it showed of %s',
    (column) => {
      const texts = {
        transferMessage: 'a',
        greetingAcceptedMessage: 'b',
        sendQueuePositionMessage: 'c',
        AcceptCallWhatsappMessage: 'd',
      };
      const settings = { ...defaults, ...texts };
      expect(changeSetting(settings, column, presentCompanySettings(settings)[column])).toEqual({ settings });
    },
  );

  it('shows of a key that there is one, and takes no such answer for a key', () => {
    const settings = { ...defaults, transcriptionKey: 'sealed' };
    expect(presentCompanySettings(settings).transcriptionKey).toBe(true);
    expect(presentCompanySettings(defaults).transcriptionKey).toBe(false);
    expect(changeSetting(settings, 'transcriptionKey', true)).toMatchObject({
      problems: [{ path: expect.any(String) }],
    });
  });

  it.each([true, 'true', 'enabled'])('takes %j for a boolean', (data) => {
    expect(changeSetting(defaults, 'closeTicketOnTransfer', data)).toEqual({
      settings: { ...defaults, closeTicketOnTransfer: true },
    });
  });

  it.each([
    ['userRating', true],
    ['userRating', 'yes'],
    ['userRating', 1],
    ['closeTicketOnTransfer', 'yes'],
    ['chatBotType', 'voice'],
    ['language', 'de'],
    ['language', ''],
    ['scheduleType', 'enabled'],
    ['hoursCloseTicketsAuto', 'five'],
    ['hoursCloseTicketsAuto', ''],
    ['hoursCloseTicketsAuto', -1],
    ['lgpdMessage', 5],
    ['lgpdMessage', 'x'.repeat(4097)],
    ['lgpdLink', 'javascript:alert(1)'],
    ['lgpdLink', 'not a link'],
  ] as const)('refuses %s = %j, naming the value', (column, data) => {
    expect(changeSetting(defaults, column, data)).toMatchObject({ problems: [{ path: 'body.data' }] });
  });

  it.each([
    ['sendMsgTransfTicket', 'enabled', 'transferMessage'],
    ['sendGreetingAccepted', 'enabled', 'greetingAcceptedMessage'],
    ['sendQueuePosition', 'enabled', 'sendQueuePositionMessage'],
    ['acceptCallWhatsapp', 'disabled', 'AcceptCallWhatsappMessage'],
  ] as const)('%s can be %s only with %s, which then cannot be emptied', (column, word, text) => {
    expect(changeSetting(defaults, column, word)).toEqual({
      problems: [{ path: 'body.data', message: `${text} is required` }],
    });
    const changed = changeSetting({ ...defaults, [text]: 'Um momento.' }, column, word);
    if (!('settings' in changed)) throw new Error('the change was refused');
    expect(changeSetting(changed.settings, text, ' ')).toHaveProperty('problems');
    expect(changeSetting(changed.settings, text, 'Já volto.')).toHaveProperty('settings');
  });
});
