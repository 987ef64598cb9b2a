import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { type Choice, FormInstant, FormSelect, FormText } from '../../../components/form-fields.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { tagList } from '../../directory/tag-list.ts';
import { FilterText } from '../../tickets/components/filter-text.ts';
import { type CampaignFields, fixedFields, reachesPhones } from '../campaign-form.ts';
import { useQualityText } from '../hooks/use-quality-text.ts';

const AUDIENCE = ['contactListId', 'tagListId', 'ticketFilter'] as const;
const NOTHING = { contactListId: null, tagListId: null, ticketFilter: '' } as const;

/** Clears the other fields when a list, a tag or a filter is chosen, because a campaign has one of them. */
const useOneAudience = (): void => {
  const { setValue, clearErrors } = useFormContext<CampaignFields>();
  const values = useWatch<CampaignFields, typeof AUDIENCE>({ name: AUDIENCE });
  const last = useRef(values);
  useEffect(() => {
    const isChosen = (at: number) => values[at] != null && values[at] !== '';
    const chosen = AUDIENCE.filter((_field, at) => isChosen(at));
    const newest = AUDIENCE.find((_field, at) => isChosen(at) && values[at] !== last.current[at]);
    last.current = values;
    // One of them is enough.
    if (chosen.length > 0) clearErrors('contactListId');
    // Without a choice of the user, what the server prefers.
    const kept = newest ?? chosen.at(-1);
    for (const field of chosen) if (field !== kept) setValue(field, NOTHING[field], { shouldDirty: true });
  }, [values, setValue, clearErrors]);
};

/** The filter of tickets. The campaign is sent to the contacts of the tickets that match. */
const FilterField = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('campaigns');
  const { field, fieldState } = useController<CampaignFields, 'ticketFilter'>({ name: 'ticketFilter' });
  return (
    <FilterText
      value={field.value ?? ''}
      onChange={field.onChange}
      label={t('field.filter')}
      help={t('field.filterHelp')}
      disabled={disabled}
      tellsProblems
      error={fieldState.error?.message}
    />
  );
};

/** Returns the choices with the chosen one in any case: only the first lists and tags are offered. */
const withChosen = (
  choices: readonly Choice<number>[],
  chosen: { id: number; name: string } | null | undefined,
): readonly Choice<number>[] =>
  chosen == null || choices.some(({ value }) => value === chosen.id)
    ? choices
    : [...choices, { value: chosen.id, label: chosen.name }];

/** Returns the connections over which a phone number is reached; undefined until they are loaded. */
const useConnectionChoices = (): Choice<number>[] | undefined => {
  const { data: connections } = useQuery(connectionList);
  return connections?.filter(reachesPhones).map(({ id, name }) => ({ value: id, label: name }));
};

/** The name of a campaign, who gets it, over which connection, and when. */
export const AudienceFields = ({ campaign }: { campaign: CampaignView | null }) => {
  const { t } = useTranslation('campaigns');
  const { company } = useUser();
  const { data: lists } = useQuery(routeQuery(contactListRoutes.listBrief, { query: {} }));
  const { data: tags = [] } = useQuery(tagList);
  const connections = useConnectionChoices();
  const connectionId: unknown = useWatch({ name: 'whatsappId' });
  const qualityText = useQualityText(connectionId);
  const fixed = fixedFields(campaign);
  const listHelp = fixed.includes('contactListId')
    ? t('field.fixed')
    : lists?.length === 0
      ? t('field.listNoneYet')
      : undefined;
  const connectionHelp = connections?.length === 0 ? t('field.connectionNoneYet') : qualityText;
  useOneAudience();
  return (
    <>
      <FormText name="name" label={t('field.name')} required autoFocus />
      <FormSelect
        name="contactListId"
        label={t('field.list')}
        disabled={fixed.includes('contactListId')}
        noneLabel={t('field.noList')}
        choices={withChosen(
          (lists ?? []).map(({ id, name, contactsCount }) => ({
            value: id,
            label: t('field.counted', { name, shown: formatNumber(contactsCount) }),
          })),
          campaign?.contactList,
        )}
        {...(listHelp === undefined ? {} : { help: listHelp })}
      />
      <FormSelect
        name="tagListId"
        label={t('field.tag')}
        disabled={fixed.includes('tagListId')}
        noneLabel={t('field.noTag')}
        help={t('field.tagHelp')}
        choices={withChosen(
          tags.map(({ id, name, contactsCount }) => ({
            value: id,
            label: t('field.counted', { name, shown: formatNumber(contactsCount) }),
          })),
          campaign?.tagList,
        )}
      />
      <FilterField disabled={fixed.includes('ticketFilter')} />
      <FormSelect
        name="whatsappId"
        label={t('field.connection')}
        required
        disabled={fixed.includes('whatsappId')}
        choices={withChosen(connections ?? [], campaign?.whatsapp)}
        {...(connectionHelp === undefined ? {} : { help: connectionHelp })}
      />
      <FormInstant
        name="scheduledAt"
        label={t('field.scheduledAt')}
        help={t('field.scheduledAtHelp', { timeZone: company.timeZone })}
        min={new Date().toISOString()}
      />
    </>
  );
};
