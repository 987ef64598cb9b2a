import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Choice, FormInstant, FormSelect, FormText } from '../../../components/form-fields.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { tagList } from '../../directory/tag-list.ts';
import { type CampaignFields, fixedFields, reachesPhones } from '../campaign-form.ts';
import { useQualityText } from '../hooks/use-quality-text.ts';

/** Clears the tag when a list is chosen, and the list when a tag is chosen, because a campaign has one of them. */
const useOneAudience = (): void => {
  const { setValue, clearErrors } = useFormContext<CampaignFields>();
  const [contactListId, tagListId] = useWatch<CampaignFields, ['contactListId', 'tagListId']>({
    name: ['contactListId', 'tagListId'],
  });
  const lastList = useRef(contactListId);
  useEffect(() => {
    const isNewList = contactListId !== lastList.current;
    lastList.current = contactListId;
    if (tagListId == null) return;
    // One of both is enough.
    clearErrors('contactListId');
    if (contactListId == null) return;
    setValue(isNewList ? 'tagListId' : 'contactListId', null, { shouldDirty: true });
  }, [contactListId, tagListId, setValue, clearErrors]);
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
