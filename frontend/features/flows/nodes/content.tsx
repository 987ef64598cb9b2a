import ViewAgendaOutlined from '@mui/icons-material/ViewAgendaOutlined';
import { useMemo, useRef } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { ContentBlocks } from '../components/content-blocks.tsx';
import type { FlowFileKind } from '../flow-files.ts';
import { useFlowFileLinks } from '../hooks/flow-file-links.ts';
import { type Block, blocksOf, contentForm, contentOf } from '../node-forms.ts';
import { uploadBlockFile } from '../upload-flow-files.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

const KINDS: Partial<Record<Block['type'], FlowFileKind>> = { img: 'image', audio: 'audio', video: 'video' };

const ContentForm = ({ data, onSave, ...dialog }: StepFormProps<'singleBlock'>) => {
  const { t } = useTranslation('flows');
  const links = useFlowFileLinks();
  const schema = useMemo(() => contentForm(t), [t]);
  /** Names of uploaded files, so that another attempt to save repeats no upload. */
  const uploaded = useRef(new Map<File, string>());
  const blocks = useMemo(() => blocksOf(data, () => crypto.randomUUID()), [data]);
  return (
    <FormDialog
      open
      {...dialog}
      schema={schema}
      defaultValues={{ blocks }}
      onSubmit={async (fields) => {
        const stored = new Map<string, string>();
        for (const { blockId, type, file } of fields.blocks) {
          const kind = KINDS[type];
          if (file === null || kind === undefined) continue;
          const name = uploaded.current.get(file) ?? (await uploadBlockFile(file, kind));
          uploaded.current.set(file, name);
          links.remember(name, file);
          stored.set(blockId, name);
        }
        onSave(contentOf(fields.blocks, stored));
        notifySuccess(t('content.added'));
      }}
    >
      <ContentBlocks />
    </FormDialog>
  );
};

export const contentKind: StepKind<'singleBlock'> = {
  Icon: ViewAgendaOutlined,
  tone: 'info',
  Form: ContentForm,
};
