import { type CampaignReceiver, campaignReceiverSchema } from '@prosa/shared/entities/campaign.ts';
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

/** Whether a receiver of an earlier campaign is one of those whom its repetition is for. */
export const isFollowedUp = (
  { state, answeredAt, readAt, optedOutAt }: CampaignReceiver,
  who: 'not-answered' | 'not-read',
): boolean =>
  state === 'sent' && optedOutAt === null && (who === 'not-answered' ? answeredAt : readAt) === null;
