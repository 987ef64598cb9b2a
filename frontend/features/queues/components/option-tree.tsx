import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormSelect, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { radius } from '../../../theme/tokens.ts';
import { colleagueList } from '../../users/colleague-list.ts';
import { queueList } from '../queue-list.ts';

/** What an option can lead to here; integrations and file lists have their own screens. */
const TYPES = ['text', 'attendent', 'queue'] as const;
const MAX_DEPTH = 4;

const Option = ({
  name,
  depth,
  number,
  onRemove,
}: {
  name: string;
  depth: number;
  number: string;
  onRemove: () => void;
}) => {
  const { t } = useTranslation('queues');
  const type: unknown = useWatch({ name: `${name}.queueType` });
  const { data: queues = [] } = useQuery(queueList);
  const { data: users = [] } = useQuery(colleagueList);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        padding: 3,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: `${radius.control}px`,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography variant="subtitle1" sx={{ flex: 1 }}>
          {t('option.number', { number })}
        </Typography>
        <IconAction
          label={t('option.remove', { number })}
          icon={<DeleteOutlineRounded />}
          onClick={onRemove}
        />
      </Box>
      <FormText name={`${name}.name`} label={t('option.name')} required />
      <FormSelect
        name={`${name}.queueType`}
        label={t('option.type')}
        choices={TYPES.map((value) => ({ value, label: t(`option.types.${value}`) }))}
      />
      {type === 'queue' && (
        <FormSelect
          name={`${name}.optQueueId`}
          label={t('option.queue')}
          choices={queues.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
      {type === 'attendent' && (
        <>
          <FormSelect
            name={`${name}.optUserId`}
            label={t('option.user')}
            choices={users.map(({ id, name: label }) => ({ value: id, label }))}
          />
          <FormSelect
            name={`${name}.optQueueId`}
            label={t('option.queue')}
            choices={queues.map(({ id, name: label }) => ({ value: id, label }))}
          />
        </>
      )}
      <FormText
        name={`${name}.greetingMessage`}
        label={t('option.message')}
        multiline
        minRows={2}
        maxRows={5}
      />
      <FormSwitch name={`${name}.closeTicket`} label={t('option.close')} />
      {type === 'text' && depth < MAX_DEPTH && (
        <OptionTree name={`${name}.options`} depth={depth + 1} prefix={`${number}.`} />
      )}
    </Box>
  );
};

interface OptionTreeProps {
  /** Path of the list in the form. */
  name: string;
  depth?: number;
  prefix?: string;
}

/** The options a customer is offered, each with its own next step. */
export const OptionTree = ({ name, depth = 1, prefix = '' }: OptionTreeProps) => {
  const { t } = useTranslation('queues');
  const { fields, append, remove } = useFieldArray({ name });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start' }}>
      {depth === 1 && fields.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('option.none')}
        </Typography>
      )}
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          width: '100%',
          display: 'flex',
          flexDirection: 'column',
          gap: 3,
        }}
      >
        {fields.map((field, index) => (
          <Option
            key={field.id}
            name={`${name}.${index}`}
            depth={depth}
            number={`${prefix}${index + 1}`}
            onRemove={() => remove(index)}
          />
        ))}
      </Box>
      <Button
        size="small"
        startIcon={<AddRounded />}
        onClick={() =>
          append({
            name: '',
            greetingMessage: '',
            queueType: 'text',
            closeTicket: false,
            optQueueId: null,
            optUserId: null,
            optIntegrationId: null,
            optFileId: null,
            options: [],
          })
        }
      >
        {depth === 1 ? t('option.add') : t('option.addStep')}
      </Button>
    </Box>
  );
};
