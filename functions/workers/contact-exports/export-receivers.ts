import type { CampaignReceiver } from '@prosa/shared/entities/campaign.ts';
import { SPREADSHEET_TEXTS } from '@prosa/shared/i18n/spreadsheet-texts.ts';
import { cleanFileName } from '@prosa/shared/rules/clean-file-name.ts';
import { hidesNumbers, maskFor } from '@prosa/shared/rules/hide-numbers.ts';
import { zoneFormat } from '@prosa/shared/rules/zone-format.ts';
import type { Attendant } from '../../platform/auth/principal.ts';
import { loadCampaign } from '../../repositories/campaigns/campaigns.ts';
import { receiversPage } from '../../repositories/campaigns/receivers.ts';
import type { ExportRow } from '../../repositories/contacts/contact-files.ts';
import { type ExportPorts, writeExport } from './write-export.ts';

/** Receivers of one call, of 0.3 kB each. */
const PAGE = 1_000;

/** The times of a receiver, in the order of the columns. */
const TIMES = [
  'askedAt',
  'confirmedAt',
  'sentAt',
  'deliveredAt',
  'readAt',
  'answeredAt',
] as const satisfies (keyof CampaignReceiver)[];

/**
 * Writes the next file with a campaign's receivers and triggers the file after it. Numbers are masked if the user may
 * not see them (S-58). Times are those of the company's clock.
 */
export const exportReceivers = async (
  ports: ExportPorts,
  found: ExportRow,
  { directory, user }: Attendant,
  campaignId: number,
): Promise<void> => {
  const { table } = ports;
  const { language } = directory.settings;
  const maskNumbers = hidesNumbers(directory.settings, user);
  const { campaign: texts, ...common } = SPREADSHEET_TEXTS[language];
  const format = zoneFormat(language, directory.company.timeZone, {
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const reasonTexts = new Map<string, string>(Object.entries(texts.reasons));
  const cellsOf = (receiver: CampaignReceiver): string[] => {
    const { name, number, email, state, reason } = receiver;
    const mask = maskFor({ maskNumbers }, { number });
    const times = TIMES.map((time) => receiver[time]);
    return [
      mask.name(name),
      mask.number(number),
      mask.text(email),
      texts.states[state],
      reasonTexts.get(reason) ?? reason,
      ...times.map((at) => (at === null ? '' : format.format(Date.parse(at)))),
    ];
  };
  // A campaign that was removed meanwhile has no receivers.
  const campaignName = (await loadCampaign(table, campaignId))?.name ?? String(campaignId);
  await writeExport(ports, found, directory, {
    sheetName: texts.receivers,
    fileName: cleanFileName(`${texts.receivers} ${campaignName}`),
    header: [
      common.name,
      common.number,
      common.email,
      texts.state,
      common.reason,
      ...TIMES.map((time) => texts.times[time]),
    ],
    read: async (after, limit) => {
      const from = after === undefined ? 0 : Number(after);
      const page = await receiversPage(table, { campaignId, from, limit: Math.min(PAGE, limit) });
      const rows = page.rows.map(cellsOf);
      return page.next === undefined ? { rows } : { rows, next: String(page.next) };
    },
  });
};
