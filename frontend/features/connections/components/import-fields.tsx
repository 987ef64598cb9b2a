import type { tellsPast } from '@prosa/shared/rules/channel-connections.ts';
import { IMPORT_WINDOW_MS } from '@prosa/shared/rules/connection-problems.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Choice, FormInstant, FormSelect, FormSwitch } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface ImportFieldsProps {
  queues: readonly Choice<number>[];
  past: NonNullable<ReturnType<typeof tellsPast>>;
}

/** The fields that decide about messages from before the number was connected. */
export const ImportFields = ({ queues, past }: ImportFieldsProps) => {
  const { t } = useTranslation('connections');
  const [nowMs] = useState(() => Date.now());
  const isOn = useWatch({ name: 'enableImportMessage' }) === true;
  const from: unknown = useWatch({ name: 'importOldMessages' });
  const now = new Date(nowMs).toISOString();
  const oldest = new Date(nowMs - IMPORT_WINDOW_MS).toISOString();
  return (
    <>
      <FormSwitch
        name="enableImportMessage"
        label={t('field.enableImportMessage')}
        help={t(`field.enableImportMessageHelp.${past}`)}
      />
      {isOn && (
        <>
          <FormInstant
            name="importOldMessages"
            label={t('field.importOldMessages')}
            help={t(`field.importOldMessagesHelp.${past}`)}
            min={oldest}
            max={now}
          />
          <FormInstant
            name="importRecentMessages"
            label={t('field.importRecentMessages')}
            help={t('field.importRecentMessagesHelp')}
            min={typeof from === 'string' ? from : oldest}
            max={now}
          />
          <FormSelect
            name="queueIdImportMessages"
            label={t('field.queueIdImportMessages')}
            help={t('field.queueIdImportMessagesHelp')}
            noneLabel={t('field.none')}
            choices={queues}
            required
          />
          {past === 'paired' && (
            <FormSwitch
              name="importOldMessagesGroups"
              label={t('field.importOldMessagesGroups')}
              help={t('field.importOldMessagesGroupsHelp')}
            />
          )}
          <FormSwitch
            name="closedTicketsPostImported"
            label={t('field.closedTicketsPostImported')}
            help={t('field.closedTicketsPostImportedHelp')}
          />
        </>
      )}
    </>
  );
};
