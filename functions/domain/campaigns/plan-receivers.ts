import {
  type CampaignReceiver,
  campaignReceiverSchema,
  type PlannedReceivers,
  RECEIVERS_PER_ROW,
} from '@prosa/shared/entities/campaign.ts';
import type { ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';

/** A person on a list, or a contact with a tag or with a ticket that matches a filter, in the order of planning. */
export interface PlannedPerson {
  /** The plan continues behind it. */
  place: number;
  name: string;
  number: string;
  email: string;
  contactId: number | null;
  numberState: ContactListItem['numberState'];
  /** Whether the person wants no messages, or was blocked. */
  isUnwilling: boolean;
}

type SkipReason = 'invalid' | 'no-address' | 'opted-out';

const skipReasonOf = (person: PlannedPerson, suppressed: ReadonlySet<string>): SkipReason | undefined => {
  const number = canonicalPhone(person.number);
  if (number === '') return 'no-address';
  if (person.numberState === 'invalid') return 'invalid';
  return person.isUnwilling || suppressed.has(number) ? 'opted-out' : undefined;
};

/**
 * Returns the receivers of a page of the plan, at positions from `first` on, without gaps. People who are not sent to
 * are planned as skipped, so that the report shows them.
 * @param suppressed canonical numbers
 */
export const plannedReceivers = (
  { companyId, campaignId }: { companyId: number; campaignId: number },
  people: readonly PlannedPerson[],
  first: number,
  suppressed: ReadonlySet<string>,
): CampaignReceiver[] =>
  people.map((person, index) => {
    const reason = skipReasonOf(person, suppressed);
    const { name, number, email, contactId } = person;
    return campaignReceiverSchema.parse({
      companyId,
      campaignId,
      position: first + index,
      name,
      number,
      email,
      contactId,
      ...(reason === undefined ? {} : { state: 'skipped', reason }),
    });
  });

/**
 * Divides the receivers of a page into parts that follow each other, so that no part needs more rows than a transaction
 * takes. Returns one empty part for an empty page.
 * @param rowsOf how many rows a receiver needs besides its place in {@link plannedRows}
 */
export const partsOfPage = (
  receivers: readonly CampaignReceiver[],
  rowsOf: (receiver: CampaignReceiver) => number,
  rowsMax: number,
): CampaignReceiver[][] => {
  let part: CampaignReceiver[] = [];
  let rows = 0;
  const parts = [part];
  for (const receiver of receivers) {
    rows += rowsOf(receiver);
    if (rows > rowsMax) {
      part = [];
      parts.push(part);
      rows = rowsOf(receiver);
    }
    part.push(receiver);
  }
  return parts;
};

const asPlanned = ({ name, number, email, contactId }: CampaignReceiver) => ({
  name,
  number,
  ...(email === '' ? {} : { email }),
  ...(contactId === null ? {} : { contactId }),
});

/** Returns the number of the row in which the receiver at a position is planned. */
export const rowOfReceiver = (position: number): number => Math.floor(position / RECEIVERS_PER_ROW);

/**
 * Returns the rows in which receivers are planned together.
 * @param receivers at consecutive positions
 * @param held the row to which the first one belongs, if there is one: it keeps the receivers before
 */
export const plannedRows = (
  receivers: readonly CampaignReceiver[],
  held: PlannedReceivers | undefined,
): PlannedReceivers[] => {
  const [first] = receivers;
  const rows: PlannedReceivers[] = [];
  if (first !== undefined && held !== undefined)
    rows.push({ ...held, receivers: held.receivers.slice(0, first.position - held.position) });
  for (const receiver of receivers) {
    const { companyId, campaignId, position } = receiver;
    const current = rows.at(-1);
    if (current === undefined || position % RECEIVERS_PER_ROW === 0)
      rows.push({
        companyId,
        campaignId,
        row: rowOfReceiver(position),
        position,
        receivers: [asPlanned(receiver)],
      });
    else current.receivers.push(asPlanned(receiver));
  }
  return rows;
};

/** Returns the receiver at a position as it was planned; undefined if the row does not have it. */
export const plannedReceiver = (
  { companyId, campaignId, position: first, receivers }: PlannedReceivers,
  position: number,
): CampaignReceiver | undefined => {
  const planned = receivers[position - first];
  return planned && campaignReceiverSchema.parse({ companyId, campaignId, position, ...planned });
};

/** Whether a receiver of an earlier campaign is one of those whom its repetition is for. */
export const isFollowedUp = (
  { state, answeredAt, readAt, optedOutAt }: CampaignReceiver,
  who: 'not-answered' | 'not-read',
): boolean =>
  state === 'sent' && optedOutAt === null && (who === 'not-answered' ? answeredAt : readAt) === null;
