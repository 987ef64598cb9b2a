import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import Button from '@mui/material/Button';
import type { ImportView } from '@prosa/shared/contracts/contact-files.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { importList } from '../import-list.ts';
import { ImportChoice } from './import-choice.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportEnd, ImportProgress } from './import-progress.tsx';

/** Time for which an ended import is shown to a returning user. */
const SHOWN_MS = 24 * 60 * 60 * 1000;

const isOver = ({ state }: ImportView): boolean => state === 'done' || state === 'invalid';

/**
 * The screen for importing contacts from a spreadsheet. Shows the progress of the newest import, wherever it was
 * started.
 */
const ImportScreen = () => {
  const { t } = useTranslation('contact-files');
  const imports = useQuery({ ...importList, meta: { silent: true } });
  const [left, setLeft] = useState<string | null>(null);
  const newest = imports.data?.imports[0];
  const current =
    newest === undefined ||
    newest.id === left ||
    (isOver(newest) && Date.now() - Date.parse(newest.createdAt) > SHOWN_MS)
      ? undefined
      : newest;
  const newestId = newest?.id ?? null;
  const another = useCallback(() => setLeft(newestId), [newestId]);
  const body = (): ReactNode => {
    if (imports.error !== null)
      return <ErrorState error={imports.error} onRetry={() => void imports.refetch()} />;
    if (imports.data === undefined) return <PaneSkeleton />;
    if (current === undefined) return <ImportFile />;
    switch (current.state) {
      case 'ready':
        return <ImportChoice key={current.id} of={current} leaveLabel={t('another')} onLeave={another} />;
      case 'invalid':
      case 'done':
        return <ImportEnd of={current} onAnother={another} />;
      default:
        return <ImportProgress of={current} />;
    }
  };
  return (
    <Page
      title={t('title')}
      actions={
        <Button component={Link} to={paths.contacts} startIcon={<ArrowBackRounded />}>
          {t('back')}
        </Button>
      }
    >
      {body()}
    </Page>
  );
};

export default ImportScreen;
