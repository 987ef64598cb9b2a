import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import BarChartRounded from '@mui/icons-material/BarChartRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import FitScreenRounded from '@mui/icons-material/FitScreenRounded';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import RedoRounded from '@mui/icons-material/RedoRounded';
import SearchRounded from '@mui/icons-material/SearchRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import ZoomInRounded from '@mui/icons-material/ZoomInRounded';
import ZoomOutRounded from '@mui/icons-material/ZoomOutRounded';
import Box from '@mui/material/Box';
import type { Action } from '../../../components/action-menu.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { RowActions } from '../../../components/row-actions.tsx';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The panels of the editor, of which one is open at a time. */
export type EditorPanel = 'search' | 'problems' | 'figures' | 'tryOut';

interface EditorToolbarProps {
  canUndo: boolean;
  canRedo: boolean;
  problemCount: number;
  panel: EditorPanel | null;
  onPanel: (panel: EditorPanel | null) => void;
  onUndo: () => void;
  onRedo: () => void;
  onArrange: () => void;
  onFit: () => void;
  onZoom: (direction: 'in' | 'out') => void;
  onImport: () => void;
  onExport: () => void;
}

/** The tools of the editor. On phones the rarer ones are in a menu. */
export const EditorToolbar = ({
  canUndo,
  canRedo,
  problemCount,
  panel,
  onPanel,
  onUndo,
  onRedo,
  onArrange,
  onFit,
  onZoom,
  onImport,
  onExport,
}: EditorToolbarProps) => {
  const { t } = useTranslation('flows');
  const isPhone = useIsPhone();
  const toggle = (one: EditorPanel) => () => onPanel(panel === one ? null : one);
  const view: Action[] = [
    { id: 'arrange', label: t('tool.arrange'), icon: <AccountTreeOutlined />, run: onArrange },
    { id: 'fit', label: t('tool.fit'), icon: <FitScreenRounded />, run: onFit },
    { id: 'zoomIn', label: t('tool.zoomIn'), icon: <ZoomInRounded />, run: () => onZoom('in') },
    { id: 'zoomOut', label: t('tool.zoomOut'), icon: <ZoomOutRounded />, run: () => onZoom('out') },
  ];
  const files: Action[] = [
    { id: 'import', label: t('tool.import'), icon: <FileUploadOutlined />, run: onImport },
    { id: 'export', label: t('tool.export'), icon: <FileDownloadOutlined />, run: onExport },
  ];
  return (
    <Box
      role="toolbar"
      aria-label={t('tool.label')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingInline: { xs: 2, md: 4 },
        paddingBlock: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <IconAction label={t('tool.undo')} icon={<UndoRounded />} disabled={!canUndo} onClick={onUndo} />
      <IconAction label={t('tool.redo')} icon={<RedoRounded />} disabled={!canRedo} onClick={onRedo} />
      {!isPhone &&
        view.map(({ id, label, icon, run }) => (
          <IconAction key={id} label={label} icon={icon} onClick={run} />
        ))}
      <Box sx={{ flex: 1 }} />
      <IconAction
        label={t('tool.search')}
        icon={<SearchRounded />}
        active={panel === 'search'}
        onClick={toggle('search')}
      />
      <IconAction
        label={t('tool.problems')}
        icon={<ErrorOutlineRounded />}
        {...(problemCount > 0 ? { badge: problemCount } : {})}
        active={panel === 'problems'}
        onClick={toggle('problems')}
      />
      <IconAction
        label={t('tool.figures')}
        icon={<BarChartRounded />}
        active={panel === 'figures'}
        onClick={toggle('figures')}
      />
      <IconAction
        label={t('tool.tryOut')}
        icon={<ForumOutlined />}
        active={panel === 'tryOut'}
        onClick={toggle('tryOut')}
      />
      <RowActions label={t('tool.more')} actions={isPhone ? [...view, ...files] : files} />
    </Box>
  );
};
