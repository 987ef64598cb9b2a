import ContactPhoneOutlined from '@mui/icons-material/ContactPhoneOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import ImportExportRounded from '@mui/icons-material/ImportExportRounded';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { PHONE_LISTS, type PhoneList } from '@prosa/shared/entities/history-import.ts';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';

const ExportDialog = rarePart(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

const PhoneImportDialog = rarePart(async () => ({
  default: (await import('./phone-import-dialog.tsx')).PhoneImportDialog,
}));

/**
 * The menu for importing contacts from spreadsheets and phones and exporting them; phone import and export only for
 * users who may delete contacts.
 */
export const ContactFilesMenu = () => {
  const { t } = useTranslation('contact-files');
  const { can } = useSession();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [exporting, setExporting] = useState(false);
  const [phoneList, setPhoneList] = useState<PhoneList | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconAction
        label={t('menu')}
        icon={<ImportExportRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={close}>
        <MenuItem
          onClick={() => {
            close();
            void navigate(paths.contactsImport);
          }}
        >
          <ListItemIcon>
            <FileUploadOutlined />
          </ListItemIcon>
          {t('import')}
        </MenuItem>
        {can('contacts-page:deleteContact') &&
          PHONE_LISTS.map((list) => (
            <MenuItem
              key={list}
              onClick={() => {
                close();
                setPhoneList(list);
              }}
            >
              <ListItemIcon>{list === 'saved' ? <ContactPhoneOutlined /> : <ForumOutlined />}</ListItemIcon>
              {t(`phone.${list}.menu`)}
            </MenuItem>
          ))}
        {can('contacts-page:deleteContact') && (
          <MenuItem
            onClick={() => {
              close();
              setExporting(true);
            }}
          >
            <ListItemIcon>
              <FileDownloadOutlined />
            </ListItemIcon>
            {t('export')}
          </MenuItem>
        )}
      </LazyMenu>
      {phoneList !== null && (
        <Suspense fallback={null}>
          <PhoneImportDialog list={phoneList} onClose={() => setPhoneList(null)} />
        </Suspense>
      )}
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
};
