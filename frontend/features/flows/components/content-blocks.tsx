import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import ChatOutlined from '@mui/icons-material/ChatOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import TimerOutlined from '@mui/icons-material/TimerOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { CONTENT_ELEMENTS } from '@prosa/shared/flow-nodes/content.ts';
import { FLOW_ELEMENTS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import type { ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { useFormRows } from '../hooks/use-form-rows.ts';
import type { Block } from '../node-forms.ts';
import { FormFlowFile } from './form-flow-file.tsx';
import { FormFlowText } from './form-flow-text.tsx';

const ICONS: Readonly<Record<Block['type'], ReactNode>> = {
  message: <ChatOutlined />,
  interval: <TimerOutlined />,
  img: <ImageOutlined />,
  audio: <MicNoneRounded />,
  video: <VideocamOutlined />,
};

const CARD = {
  listStyle: 'none',
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  padding: 3,
  border: 1,
  borderColor: 'divider',
  borderRadius: `${radius.card}px`,
} as const;

const BlockFields = ({ index, type }: { index: number; type: Block['type'] }) => {
  const { t } = useTranslation('flows');
  const original: unknown = useWatch({ name: `blocks.${index}.original` });
  const file = {
    fileName: `blocks.${index}.file`,
    storedName: `blocks.${index}.value`,
    original: typeof original === 'string' ? original : '',
    inContent: true,
  };
  switch (type) {
    case 'message':
      return <FormFlowText name={`blocks.${index}.value`} label={t('field.text')} />;
    case 'interval':
      return (
        <FormText
          name={`blocks.${index}.sec`}
          type="number"
          label={t('field.sec')}
          help={t('field.secHelp')}
          required
        />
      );
    case 'img':
      return <FormFlowFile kind="image" {...file} />;
    case 'audio':
      return (
        <>
          <FormFlowFile kind="audio" {...file} />
          <FormSwitch
            name={`blocks.${index}.record`}
            label={t('field.record')}
            help={t('field.recordHelp')}
          />
        </>
      );
    case 'video':
      return <FormFlowFile kind="video" {...file} />;
  }
};

/** The blocks of a content node, in the order of sending, with buttons to add, move and remove them. */
export const ContentBlocks = () => {
  const { t } = useTranslation('flows');
  const { rows, append, move, remove } = useFormRows<Block>('blocks');
  const { isSubmitted, isSubmitting } = useFormState();
  const add = (type: Block['type']) =>
    append({
      blockId: crypto.randomUUID(),
      type,
      value: '',
      sec: null,
      original: '',
      record: false,
      file: null,
    });
  return (
    <>
      {isSubmitting && <Alert severity="info">{t('content.uploading')}</Alert>}
      {rows.length > 0 && (
        <Box component="ol" sx={{ display: 'flex', flexDirection: 'column', gap: 3, margin: 0, padding: 0 }}>
          {rows.map(({ blockId, type }, index) => {
            const number = index + 1;
            return (
              <Box key={blockId} component="li" aria-label={t('content.block', { number })} sx={CARD}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                  <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
                    {ICONS[type]}
                  </Box>
                  <Typography variant="subtitle2" component="h3" sx={{ flex: 1 }}>
                    {t(`block.${type}`)}
                  </Typography>
                  <IconAction
                    size="small"
                    label={t('content.up', { number })}
                    icon={<ArrowUpwardRounded />}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconAction
                    size="small"
                    label={t('content.down', { number })}
                    icon={<ArrowDownwardRounded />}
                    disabled={number === rows.length}
                    onClick={() => move(index, number)}
                  />
                  <IconAction
                    size="small"
                    label={t('content.remove', { number })}
                    icon={<DeleteOutlineRounded />}
                    onClick={() => remove(index)}
                  />
                </Box>
                <BlockFields index={index} type={type} />
              </Box>
            );
          })}
        </Box>
      )}
      {isSubmitted && rows.length === 0 && (
        <FormHelperText error role="alert">
          {t('content.empty')}
        </FormHelperText>
      )}
      <Box role="group" aria-label={t('content.add')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {CONTENT_ELEMENTS.map((type) => (
          <Button
            key={type}
            size="small"
            variant="outlined"
            startIcon={ICONS[type]}
            disabled={rows.length >= FLOW_ELEMENTS_MAX}
            onClick={() => add(type)}
          >
            {t(`block.${type}`)}
          </Button>
        ))}
      </Box>
    </>
  );
};
