import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { CHATBOT_OPTION_TYPES } from '@prosa/shared/entities/queue.ts';
import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { SelectField } from '../../../components/select-field.tsx';
import { SwitchField } from '../../../components/switch-field.tsx';
import { TemplateField } from '../../../components/template-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { fileListNames } from '../../directory/file-list-names.ts';
import { useIntegrations } from '../../directory/hooks/use-integrations.ts';
import { queueList } from '../../directory/queue-list.ts';
import type { OptionTree } from '../hooks/use-option-tree.ts';
import { mayHaveBelow, type Row } from '../option-tree.ts';

/**
 * Returns a hint for the option: `unoffered` when its sub-options are never offered, or `alone` when it is the only
 * one on its level.
 */
const hintOf = ({ option, siblings }: Row): 'unoffered' | 'alone' | undefined => {
  if (option.queueType !== 'text' && option.options.length > 0) return 'unoffered';
  return siblings === 1 ? 'alone' : undefined;
};

interface LeadsToProps {
  label: string;
  value: number | null;
  choices: readonly { id: number; name: string }[];
  problem: string | undefined;
  /** The entry for no choice. */
  noneLabel: string;
  /** Text for an empty list of choices. */
  noneYet?: string;
  onChange: (id: number | null) => void;
}

const LeadsTo = ({ label, noneLabel, value, choices, problem, noneYet, onChange }: LeadsToProps) => {
  const { t } = useTranslation('queues');
  const known = choices.some(({ id }) => id === value);
  return (
    <SelectField
      label={label}
      value={known ? String(value) : ''}
      disabled={choices.length === 0 && value === null}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      error={problem !== undefined}
      helperText={problem === undefined ? (choices.length === 0 ? noneYet : undefined) : t('option.gone')}
    >
      <MenuItem value="">{noneLabel}</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={String(id)}>
          {name}
        </MenuItem>
      ))}
    </SelectField>
  );
};

interface OptionFieldsProps {
  editor: OptionTree;
  row: Row;
  nameRef: Ref<HTMLInputElement>;
  onAddBelow: () => void;
}

/** The fields of one option: its message and target. */
export const OptionFields = ({ editor, row, nameRef, onAddBelow }: OptionFieldsProps) => {
  const { t } = useTranslation('queues');
  const { data: queues = [] } = useQuery(queueList);
  const { data: users = [] } = useQuery(colleagueList);
  const { data: lists = [] } = useQuery(fileListNames);
  const { isInPlan, items: integrations = [] } = useIntegrations();
  const { option } = row;
  const { id, queueType } = option;
  const problems = editor.problems.get(id) ?? {};
  const patch: typeof editor.patch = (...change) => editor.patch(...change);
  const hint = hintOf(row);
  const offers = option.options.length > 0;
  const types = CHATBOT_OPTION_TYPES.filter(
    (type) => type !== 'integration' || isInPlan || queueType === 'integration',
  );
  return (
    <>
      <TextField
        label={t('option.name')}
        required
        value={option.name}
        inputRef={nameRef}
        onChange={(event) => patch(id, { name: event.target.value }, `${id}.name`)}
        error={problems.name !== undefined}
        helperText={problems.name}
      />
      {hint !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`option.${hint}`)}
        </Typography>
      )}
      <SelectField
        label={t('option.type')}
        value={queueType}
        onChange={(event) => {
          const type = CHATBOT_OPTION_TYPES.find((known) => known === event.target.value);
          if (type !== undefined) patch(id, { queueType: type });
        }}
      >
        {types.map((type) => (
          <MenuItem key={type} value={type}>
            {t(`option.types.${type}`)}
          </MenuItem>
        ))}
      </SelectField>
      {queueType === 'attendent' && (
        <LeadsTo
          label={t('option.user')}
          noneLabel={t('option.noUser')}
          value={option.optUserId}
          choices={users}
          problem={problems.optUserId}
          onChange={(optUserId) => patch(id, { optUserId })}
        />
      )}
      {(queueType === 'attendent' || queueType === 'queue') && (
        <LeadsTo
          label={t('option.queue')}
          noneLabel={t('none')}
          value={option.optQueueId}
          choices={queues}
          problem={problems.optQueueId}
          onChange={(optQueueId) => patch(id, { optQueueId })}
        />
      )}
      {queueType === 'integration' && isInPlan && (
        <LeadsTo
          label={t('option.integration')}
          noneLabel={t('none')}
          value={option.optIntegrationId}
          choices={integrations}
          problem={problems.optIntegrationId}
          noneYet={t('noIntegration')}
          onChange={(optIntegrationId) => patch(id, { optIntegrationId })}
        />
      )}
      {queueType === 'file' && (
        <LeadsTo
          label={t('option.file')}
          noneLabel={t('none')}
          value={option.optFileId}
          choices={lists}
          problem={problems.optFileId}
          noneYet={t('noFileList')}
          onChange={(optFileId) => patch(id, { optFileId })}
        />
      )}
      <TemplateField
        label={t('option.message')}
        required={offers}
        maxChars={TEXT_MAX}
        variables={FIELD_VARIABLES.queue.greetingMessage}
        value={option.greetingMessage}
        onChange={(greetingMessage) => patch(id, { greetingMessage }, `${id}.message`)}
        error={problems.greetingMessage !== undefined}
        helperText={
          problems.greetingMessage === undefined ? t('option.messageHelp') : t('option.messageRequired')
        }
      />
      <SwitchField
        label={t('option.close')}
        checked={option.closeTicket}
        onChange={(closeTicket) => patch(id, { closeTicket })}
      />
      <Box>
        <Button startIcon={<AddRounded />} disabled={!mayHaveBelow(row)} onClick={onAddBelow}>
          {t('option.addStep')}
        </Button>
      </Box>
    </>
  );
};
