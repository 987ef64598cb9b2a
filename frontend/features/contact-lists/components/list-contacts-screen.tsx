import AddRounded from '@mui/icons-material/AddRounded';
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import SyncRounded from '@mui/icons-material/SyncRounded';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ContactListItemView, contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@prosa/shared/rules/file-limits.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatBytes, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { ImportChoice } from '../../contacts/components/import-choice.tsx';
import { connectionList } from '../../directory/connection-list.ts';
import { DropCover } from '../../messages/components/conversation/drop-cover.tsx';
import { useFileDrop } from '../../messages/hooks/use-file-drop.ts';
import { contactList, listImports, refetchContactLists, shownImport } from '../list-queries.ts';
import { checkingConnection, checkObstacle, numberState } from '../number-state.ts';
import { ImportNotice, UploadNotice } from './import-notice.tsx';
import { ListContactDialog } from './list-contact-dialog.tsx';
import { ListContactsTable } from './list-contacts-table.tsx';
import { SampleSheetButton } from './sample-sheet-button.tsx';
import { useCountTexts } from './use-count-texts.ts';
import { useSheetUpload } from './use-sheet-upload.ts';

const ACCEPTED = '.xls,.xlsx,.csv';
/** Fields of a contact of a list; it has no tags. */
const FIELDS = ['name', 'number', 'email'] as const;

const useCheck = (contactListId: number) => {
  const { t } = useTranslation('contact-lists');
  return useMutation({
    mutationFn: () => call(contactListRoutes.checkNumbers, { params: { id: contactListId } }),
    onSuccess: () => {
      notifySuccess(t('check.started'));
      return refetchContactLists();
    },
  });
};

/** Returns the import that the screen shows, and the choice of its columns. */
const useShownImport = (contactListId: number) => {
  const { data } = useQuery(listImports(contactListId));
  const [closedId, setClosedId] = useState<string | null>(null);
  const [choosingId, setChoosingId] = useState<string | null>(null);
  const current = shownImport(data?.imports, closedId, Date.now());
  return {
    current,
    /** Whether the user chooses the columns of the import now. */
    isChoosing: current?.state === 'ready' && current.id === choosingId,
    choose: setChoosingId,
    close: () => setClosedId(current?.id ?? null),
  };
};

const EmptyContacts = ({ isSearch, importButton }: { isSearch: boolean; importButton: ReactNode }) => {
  const { t } = useTranslation('contact-lists');
  if (isSearch)
    return (
      <EmptyState
        icon={<PersonAddAltOutlined />}
        title={t('contact.empty.nothing')}
        hint={t('contact.empty.narrowed')}
      />
    );
  return (
    <EmptyState
      icon={<PersonAddAltOutlined />}
      title={t('contact.empty.title')}
      hint={t('contact.empty.hint', {
        size: formatBytes(IMPORT_MAX_BYTES),
        rows: formatNumber(IMPORT_MAX_ROWS),
      })}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
          <SampleSheetButton />
          {importButton}
        </Box>
      }
    />
  );
};

const ListContacts = ({ contactListId }: { contactListId: number }) => {
  const { t } = useTranslation('contact-lists');
  const navigate = useNavigate();
  const list = useQuery(contactList(contactListId));
  const { data: connections } = useQuery(connectionList);
  const countTexts = useCountTexts();
  const { field, searchParam } = useSearch();
  const [editing, setEditing] = useState<ContactListItemView | 'new' | null>(null);
  const shown = useShownImport(contactListId);
  const { running, upload } = useSheetUpload(contactListId, shown.choose);
  const check = useCheck(contactListId);
  const input = useRef<HTMLInputElement>(null);
  const drop = useFileDrop(running === null && !shown.isChoosing, ([file]) => void upload(file));
  const pick = () => input.current?.click();

  const isGone = list.error instanceof ApiError && list.error.status === 404;
  const back = (
    <IconAction
      label={t('back')}
      icon={<ArrowBackRounded />}
      onClick={() => void navigate(paths.contactLists)}
    />
  );
  if (isGone || (list.error !== null && list.data === undefined))
    return (
      <Page title={t('contacts')} actions={back}>
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </Page>
    );
  const { data } = list;
  const connection = checkingConnection(data?.whatsappId ?? null, connections);
  const obstacle = checkObstacle(data?.uncheckedCount ?? 0, connection);
  const obstacleText = obstacle === null ? [] : [t(`check.${obstacle}`, { name: connection?.name ?? '' })];
  const importButton = (variant: 'outlined' | 'contained') => (
    <Button variant={variant} startIcon={<UploadFileOutlined />} onClick={pick} disabled={running !== null}>
      {t('import.action')}
    </Button>
  );
  return (
    <Box {...drop.handlers} sx={{ position: 'relative', height: '100%', minHeight: 0 }}>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t('import.file')}
        onChange={(event) => {
          void upload(event.target.files?.[0]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
      <Page
        title={data?.name ?? t('contacts')}
        description={data === undefined ? '…' : [countTexts(data), ...obstacleText].join(' · ')}
        filters={
          shown.isChoosing ? undefined : (
            <SearchField
              label={t('contact.search')}
              placeholder={t('contact.searchPlaceholder')}
              {...field}
            />
          )
        }
        actions={
          shown.isChoosing ? (
            back
          ) : (
            <>
              {back}
              <IconAction
                label={t('check.action')}
                icon={<SyncRounded />}
                loading={check.isPending}
                disabled={(data?.uncheckedCount ?? 0) === 0 || connection === null}
                onClick={() => check.mutate()}
              />
              {importButton('outlined')}
              <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
                {t('contact.add')}
              </Button>
            </>
          )
        }
      >
        {running !== null && <UploadNotice of={running} />}
        {running === null && shown.current !== undefined && !shown.isChoosing && (
          <ImportNotice
            of={shown.current}
            onChooseColumns={() => shown.choose(shown.current?.id ?? null)}
            onClose={shown.close}
          />
        )}
        {shown.isChoosing && shown.current !== undefined ? (
          <ImportChoice
            key={shown.current.id}
            of={shown.current}
            fields={FIELDS}
            leaveLabel={t('import.later')}
            onLeave={() => shown.choose(null)}
          />
        ) : (
          <ListContactsTable
            contactListId={contactListId}
            searchParam={searchParam}
            stateOf={(contact) => numberState(contact, connection)}
            onEdit={setEditing}
            empty={<EmptyContacts isSearch={searchParam !== ''} importButton={importButton('contained')} />}
          />
        )}
        {editing !== null && (
          <ListContactDialog
            contactListId={contactListId}
            contact={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Page>
      {drop.isOver && <DropCover onLeave={drop.leave} />}
    </Box>
  );
};

/** The screen of the contacts of a list. */
const ListContactsScreen = () => {
  const contactListId = Number(useParams().contactListId);
  // Another list starts without the search and the dialogs of the one before.
  return <ListContacts key={contactListId} contactListId={contactListId} />;
};

export default ListContactsScreen;
