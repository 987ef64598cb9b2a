import AddRounded from '@mui/icons-material/AddRounded';
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import SyncRounded from '@mui/icons-material/SyncRounded';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import { TEMPLATE_STATUSES, type TemplateStatus } from '@prosa/shared/entities/message-template.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatWhen } from '../../../lib/texts/format.ts';
import { languageName } from '../../../lib/texts/language-name.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { useTemplates } from '../../directory/template-list.ts';
import { editObstacle } from '../template-form.ts';
import { RemoveTemplateDialog } from './remove-template-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateState } from './template-state.tsx';
import { TemplateView } from './template-view.tsx';

const FILTER_PX = 184;
/** Statuses in which Meta takes no deletion, or has begun one. */
const KEPT: ReadonlySet<TemplateStatus> = new Set(['DISABLED', 'PENDING_DELETION']);

const useColumns = (): Column<MessageTemplateView>[] => {
  const { t, language: userLanguage } = useTranslation('message-templates');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name, body }) => (
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap>{name}</Typography>
          <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
            {body}
          </Typography>
        </Box>
      ),
    },
    {
      id: 'language',
      header: t('column.language'),
      width: '200px',
      stacks: true,
      render: ({ language }) => languageName(language, userLanguage),
    },
    {
      id: 'category',
      header: t('column.category'),
      width: '140px',
      stacks: true,
      render: ({ category }) => t(`category.${category}`),
    },
    {
      id: 'status',
      header: t('column.status'),
      width: '280px',
      stacks: true,
      render: (template) => <TemplateState template={template} />,
    },
  ];
};

const StatusFilter = ({
  value,
  onChange,
}: {
  value: TemplateStatus | '';
  onChange: (status: TemplateStatus | '') => void;
}) => {
  const { t } = useTranslation('message-templates');
  return (
    <SelectField
      hiddenName={t('statusFilter')}
      value={value}
      onChange={(event) => onChange(TEMPLATE_STATUSES.find((one) => one === event.target.value) ?? '')}
      sx={{ width: { xs: '100%', md: FILTER_PX } }}
    >
      <MenuItem value="">{t('everyStatus')}</MenuItem>
      {TEMPLATE_STATUSES.map((status) => (
        <MenuItem key={status} value={status}>
          {t(`status.${status}`)}
        </MenuItem>
      ))}
    </SelectField>
  );
};

type Opened = { action: 'create' } | { action: 'open' | 'remove'; template: MessageTemplateView };

/** The dialog that is open over the list. */
const OpenedDialog = ({
  opened,
  connectionId,
  onClose,
}: {
  opened: Opened;
  connectionId: number;
  onClose: () => void;
}) => {
  if (opened.action === 'create')
    return <TemplateDialog connectionId={connectionId} template={null} onClose={onClose} />;
  const { action, template } = opened;
  if (action === 'remove')
    return <RemoveTemplateDialog connectionId={connectionId} template={template} onClose={onClose} />;
  return editObstacle(template) === null ? (
    <TemplateDialog connectionId={connectionId} template={template} onClose={onClose} />
  ) : (
    <TemplateView template={template} onClose={onClose} />
  );
};

/** The screen of the message templates of a connection's business account. */
const MessageTemplatesScreen = () => {
  const { t } = useTranslation('message-templates');
  const navigate = useNavigate();
  const connectionId = Number(useParams().id);
  const { data: name } = useQuery({
    ...connectionList,
    select: (connections) => connections.find(({ id }) => id === connectionId)?.name,
  });
  const { field, searchParam } = useSearch();
  const [status, setStatus] = useState<TemplateStatus | ''>('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const { list, syncedAt, sync } = useTemplates(connectionId, {
    searchParam,
    ...(status === '' ? {} : { status }),
  });
  const columns = useColumns();
  const isNarrowed = searchParam !== '' || status !== '';
  const description = [
    ...(name === undefined ? [] : [name]),
    ...(syncedAt === null ? [] : [t('syncedAt', { when: formatWhen(syncedAt) })]),
  ].join(' · ');
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setOpened({ action: 'create' })}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      description={description}
      filters={
        <>
          <SearchField label={t('search')} placeholder={t('searchPlaceholder')} {...field} />
          <StatusFilter value={status} onChange={setStatus} />
        </>
      }
      actions={
        <>
          <IconAction
            label={t('back')}
            icon={<ArrowBackRounded />}
            onClick={() => void navigate(paths.connections)}
          />
          <IconAction label={t('sync')} icon={<SyncRounded />} loading={sync.isPending} onClick={sync.run} />
          {add}
        </>
      }
    >
      <DataTable
        {...list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={(template) => setOpened({ action: 'open', template })}
        actions={(template) => [
          editObstacle(template) === null
            ? {
                id: 'edit',
                label: t('edit'),
                icon: <EditOutlined />,
                run: () => setOpened({ action: 'open', template }),
              }
            : {
                id: 'view',
                label: t('view'),
                icon: <VisibilityOutlined />,
                run: () => setOpened({ action: 'open', template }),
              },
          ...(KEPT.has(template.status)
            ? []
            : [
                {
                  id: 'remove',
                  label: t('remove.action'),
                  icon: <DeleteOutlineRounded />,
                  danger: true,
                  run: () => setOpened({ action: 'remove', template }),
                },
              ]),
        ]}
        empty={
          <EmptyState
            icon={<DescriptionOutlined />}
            title={isNarrowed ? t('empty.nothing') : t('empty.title')}
            hint={isNarrowed ? t('empty.narrowed') : t('empty.hint')}
            action={isNarrowed ? undefined : add}
          />
        }
      />
      {opened !== null && (
        <OpenedDialog opened={opened} connectionId={connectionId} onClose={() => setOpened(null)} />
      )}
    </Page>
  );
};

export default MessageTemplatesScreen;
