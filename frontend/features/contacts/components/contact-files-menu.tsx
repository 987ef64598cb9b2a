import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import ImportExportRounded from '@mui/icons-material/ImportExportRounded';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../auth/hooks/use-session.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** The ways of contacts into and out of spreadsheets; out only for who may delete contacts. */
export const ContactFilesMenu = () => {
  const { t } = useTranslation('contact-files');
  const { can } = useSession();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [exporting, setExporting] = useState(false);
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
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
};
