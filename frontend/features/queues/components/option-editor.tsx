import AddRounded from '@mui/icons-material/AddRounded';
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import FormatIndentDecreaseRounded from '@mui/icons-material/FormatIndentDecreaseRounded';
import FormatIndentIncreaseRounded from '@mui/icons-material/FormatIndentIncreaseRounded';
import RedoRounded from '@mui/icons-material/RedoRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import UnfoldLessRounded from '@mui/icons-material/UnfoldLessRounded';
import UnfoldMoreRounded from '@mui/icons-material/UnfoldMoreRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { IconAction } from '../../../components/icon-action.tsx';
import { RowActions } from '../../../components/row-actions.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { fileListNames } from '../../directory/file-list-names.ts';
import { useIntegrations } from '../../directory/hooks/use-integrations.ts';
import { queueList } from '../../directory/queue-list.ts';
import { useOptionTree } from '../hooks/use-option-tree.ts';
import { type Row, STEPS, type Step, stepPlace } from '../option-tree.ts';
import { OptionFields } from './option-fields.tsx';
import { OptionRows } from './option-rows.tsx';

const STEP_ICONS: Record<Step, ReactNode> = {
  up: <ArrowUpwardRounded />,
  down: <ArrowDownwardRounded />,
  in: <FormatIndentIncreaseRounded />,
  out: <FormatIndentDecreaseRounded />,
};

/** Returns a function that names an option's target: a user, a queue, an integration, files, or the end of the conversation. */
const useLeadsTo = (): ((row: Row) => string) => {
  const { t } = useTranslation('queues');
  const { data: queues = [] } = useQuery(queueList);
  const { data: users = [] } = useQuery(colleagueList);
  const { data: lists = [] } = useQuery(fileListNames);
  const { items: integrations = [] } = useIntegrations();
  return ({ option }) => {
    const { queueType, optQueueId, optUserId, optIntegrationId, optFileId, closeTicket } = option;
    const named = (all: readonly { id: number; name: string }[], id: number | null) =>
      all.find((one) => one.id === id)?.name;
    const target =
      (queueType === 'attendent' ? named(users, optUserId) : undefined) ??
      (queueType === 'attendent' || queueType === 'queue' ? named(queues, optQueueId) : undefined) ??
      (queueType === 'integration' ? named(integrations, optIntegrationId) : undefined) ??
      (queueType === 'file' ? named(lists, optFileId) : undefined);
    const end = closeTicket ? t('option.ends') : '';
    return queueType === 'text' ? end : (target ?? t(`option.brief.${queueType}`));
  };
};

/** Edits the options that a customer is offered: a tree, beside the fields of the selected option. */
export const OptionEditor = ({ name }: { name: string }) => {
  const { t } = useTranslation('queues');
  const isPhone = useIsPhone();
  const editor = useOptionTree(name);
  const leadsTo = useLeadsTo();
  const { submitCount } = useFormContext().formState;
  const box = useRef<HTMLDivElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  /** Whether phones show the fields instead of the tree. */
  const [isEditing, setEditing] = useState(false);
  /** Announcement for screen readers. */
  const [said, say] = useState('');
  const [focusOn, setFocusOn] = useState<{ field: 'name' | 'tree' } | null>(null);
  const { chosen, problems, rows } = editor;

  useEffect(() => {
    if (focusOn === null) return;
    if (focusOn.field === 'name') nameField.current?.focus();
    else box.current?.querySelector<HTMLElement>('[role=tree]')?.focus();
  }, [focusOn]);

  const edit = () => {
    setEditing(true);
    setFocusOn({ field: 'name' });
  };
  const toTree = () => {
    setEditing(false);
    setFocusOn({ field: 'tree' });
  };
  const added = (isIn: boolean) => {
    if (isIn) edit();
    else say(t('option.full'));
  };
  const add = () => added(editor.add());
  const addBelow = (id: string) => added(editor.addBelow(id));
  const step = (id: string, way: Step) =>
    say(editor.step(id, way) ? t(`option.stepped.${way}`) : t('option.stayed'));
  const remove = (id: string) => {
    editor.remove(id);
    say(t('option.removed'));
    toTree();
  };
  const copy = (id: string) => say(editor.copy(id) ? t('option.copied') : t('option.full'));

  const wrong = rows.filter(({ option }) => problems.has(option.id));
  const nextWrong = () => {
    const at = wrong.findIndex(({ option }) => option.id === chosen?.option.id);
    const next = wrong[(at + 1) % wrong.length];
    if (next === undefined) return;
    editor.choose(next.option.id);
    edit();
  };
  // When saving failed for options, shows the first of them.
  const answered = useRef(submitCount);
  const firstWrong = wrong[0]?.option.id;
  const { choose } = editor;
  useEffect(() => {
    if (answered.current === submitCount) return;
    answered.current = submitCount;
    if (firstWrong !== undefined) choose(firstWrong);
  }, [submitCount, firstWrong, choose]);

  const onKeyDown = (event: KeyboardEvent) => {
    const hasControl = event.ctrlKey || event.metaKey;
    if (!hasControl) return;
    const inText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const key = event.key.toLowerCase();
    const act = (() => {
      if (key === 'enter' && event.shiftKey) return () => chosen && addBelow(chosen.option.id);
      if (key === 'enter') return add;
      // A text field has its own undo.
      if (inText) return undefined;
      if (key === 'y' || (key === 'z' && event.shiftKey)) return editor.redo;
      return key === 'z' ? editor.undo : undefined;
    })();
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  const tools = (
    <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', md: 'nowrap' }, alignItems: 'center', gap: 1 }}>
      <SearchField
        label={t('option.search')}
        placeholder={t('option.search')}
        value={editor.words}
        onChange={editor.search}
      />
      <Box sx={{ flex: 1 }} />
      <IconAction
        label={t('option.undo')}
        icon={<UndoRounded />}
        disabled={!editor.canUndo}
        onClick={editor.undo}
      />
      <IconAction
        label={t('option.redo')}
        icon={<RedoRounded />}
        disabled={!editor.canRedo}
        onClick={editor.redo}
      />
      <IconAction label={t('option.openAll')} icon={<UnfoldMoreRounded />} onClick={editor.openAll} />
      <IconAction label={t('option.closeAll')} icon={<UnfoldLessRounded />} onClick={editor.closeAll} />
    </Box>
  );

  const treePane = (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      {rows.length > 0 && tools}
      {rows.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('option.none')}
        </Typography>
      ) : (
        <OptionRows
          editor={editor}
          leadsTo={leadsTo}
          onEdit={edit}
          onPress={() => setEditing(true)}
          onStep={step}
          onRemove={remove}
          onCopy={copy}
        />
      )}
      {rows.length > 0 && editor.shown.rows.length === 0 && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {t('option.nothingFound')}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button startIcon={<AddRounded />} onClick={add}>
          {t('option.add')}
        </Button>
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', marginInlineStart: 'auto', fontVariantNumeric: 'tabular-nums' }}
        >
          {t('option.count', { count: rows.length })}
        </Typography>
      </Box>
      {rows.length > 1 && !isPhone && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('option.keys')}
        </Typography>
      )}
    </Box>
  );

  const fieldsPane = chosen !== undefined && (
    <Box
      component="section"
      aria-label={t('option.number', { number: chosen.number })}
      sx={{ display: 'flex', flexDirection: 'column', gap: 3, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {isPhone && <IconAction label={t('option.back')} icon={<ArrowBackRounded />} onClick={toTree} />}
        <Typography
          variant="subtitle1"
          component="h3"
          // On phones these actions have no room beside the back button.
          sx={{ flex: { xs: '1 0 75%', md: 1 } }}
        >
          {t('option.number', { number: chosen.number })}
        </Typography>
        {STEPS.map((way) => (
          <IconAction
            key={way}
            size="small"
            label={t(`option.step.${way}`)}
            icon={STEP_ICONS[way]}
            disabled={stepPlace(editor.tree, chosen.option.id, way) === undefined}
            onClick={() => step(chosen.option.id, way)}
          />
        ))}
        <RowActions
          actions={[
            {
              id: 'copy',
              label: t('option.copy'),
              icon: <ContentCopyRounded />,
              run: () => copy(chosen.option.id),
            },
            {
              id: 'remove',
              label: t('option.remove'),
              icon: <DeleteOutlineRounded />,
              danger: true,
              run: () => remove(chosen.option.id),
            },
          ]}
        />
      </Box>
      <OptionFields
        key={chosen.option.id}
        editor={editor}
        row={chosen}
        nameRef={nameField}
        onAddBelow={() => addBelow(chosen.option.id)}
      />
    </Box>
  );

  return (
    <Box ref={box} onKeyDown={onKeyDown} sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {wrong.length > 0 && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" data-problem onClick={nextWrong}>
              {t('option.showProblem')}
            </Button>
          }
        >
          {t('option.problems', { count: wrong.length })}
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
          gap: 4,
          alignItems: 'start',
        }}
      >
        {(!isPhone || !isEditing || chosen === undefined) && treePane}
        {(!isPhone || isEditing) && fieldsPane}
      </Box>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </Box>
  );
};
