import { IMPORT_WINDOW_MS } from '@prosa/shared/rules/connection-problems.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Choice, FormInstant, FormSelect, FormSwitch } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The fields that decide about messages from before the number was connected. */
export const ImportFields = ({ queues }: { queues: readonly Choice<number>[] }) => {
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
        help={t('field.enableImportMessageHelp')}
      />
      {isOn && (
        <>
          <FormInstant
            name="importOldMessages"
            label={t('field.importOldMessages')}
            help={t('field.importOldMessagesHelp')}
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
          <FormSwitch
            name="importOldMessagesGroups"
            label={t('field.importOldMessagesGroups')}
            help={t('field.importOldMessagesGroupsHelp')}
          />
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
