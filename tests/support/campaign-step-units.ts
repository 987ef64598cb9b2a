import { startedCampaign } from '@prosa/functions/domain/campaigns/campaign-run.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CampaignSettings } from '@prosa/functions/platform/table/entities/campaign-settings.ts';
import { Campaign } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { ContactList, ContactListItem } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import {
  campaignItem,
  loadCampaign,
  loadProgress,
  startItems,
} from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { loadReceiver } from '@prosa/functions/repositories/campaigns/receivers.ts';
import { nextContactListItemId } from '@prosa/functions/repositories/contacts/contact-list-items.ts';
import { campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { campaignSettingsSchema } from '@prosa/shared/entities/campaign-settings.ts';
import { contactListItemSchema } from '@prosa/shared/entities/contact-list.ts';
import type { TestCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { campaignPlans, campaignWork } from './handlers.ts';

const PEOPLE = 3;

/** A campaign that was started and planned, to three people who are no contacts. */
interface RunningCampaign {
  /** Makes the next beat: one message. Returns its id. */
  beat(): Promise<string>;
}

const take = async (worker: typeof campaignWork, message: object): Promise<void> => {
  const { batchItemFailures } = await worker(sqsEvent([JSON.stringify(message)]));
  if (batchItemFailures.length > 0) throw new Error('the worker of campaigns failed');
};

/** Starts a campaign that may send at any time. @param fields of the campaign */
export const runningCampaign = async (
  { id: companyId, table, admin }: TestCompany,
  connectionId: number,
  fields: object,
): Promise<RunningCampaign> => {
  const settings = { sendsOnSaturdays: true, sendsOnSundays: true, startTime: '00:00', endTime: '23:59' };
  const [id, contactListId] = [await nextId(table, Campaign), await nextId(table, ContactList)];
  const firstId = await nextContactListItemId(table, contactListId, PEOPLE);
  const people = Array.from({ length: PEOPLE }, (_none, nth) =>
    contactListItemSchema.parse({
      ...{ companyId, contactListId, id: firstId + nth },
      ...{ name: `Pessoa ${nth}`, number: `55119${70_000_000 + id * 10 + nth}` },
    }),
  );
  const name = `Campanha ${id}`;
  const contacts = { all: PEOPLE, invalid: 0, unchecked: PEOPLE };
  const own = { companyId, id, name, contactListId, connectionId, createdById: admin.id };
  const nowMs = systemClock.now();
  await commit([
    table.put(
      CampaignSettings,
      campaignSettingsSchema.parse({ companyId, ...settings, avoidsNights: false }),
      'any',
    ),
    table.put(ContactList, { companyId, id: contactListId, name, connectionId: null, contacts }, 'absent'),
    ...people.map((person) => table.put(ContactListItem, person, 'absent')),
    campaignItem(
      table,
      undefined,
      campaignSchema.parse({ ...own, messages: ['Olá {nome}'], status: 'inactive', ...fields }),
      nowMs,
    ),
  ]);
  const before = await loadCampaign(table, id);
  if (before === undefined) throw new Error('no campaign');
  const after = startedCampaign(before, 'start', nowMs);
  await commit(startItems(table, { before, after }, undefined, { ids: systemIds, nowMs }));
  forgetDirectory(companyId);
  await take(campaignPlans, { companyId, campaignId: id, run: after.run });
  let position = 0;
  return {
    beat: async () => {
      const progress = await loadProgress(table, id);
      await take(campaignWork, { type: 'beat', companyId, campaignId: id, beat: progress?.beat });
      const receiver = await loadReceiver(table, { campaignId: id, position });
      position += 1;
      if (receiver === undefined || receiver.messageId === '') throw new Error('the campaign sent nothing');
      return receiver.messageId;
    },
  };
};
