import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow, { type TableRowProps } from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ComponentType, ReactNode } from 'react';
import { useOnline } from '../lib/screen/use-online.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { radius } from '../theme/tokens.ts';
import type { Action } from './action-menu.tsx';
import { ErrorState } from './error-state.tsx';
import { LoadMore } from './load-more.tsx';
import { RowActions } from './row-actions.tsx';
import { OfflineState } from './skeletons.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Column<T> {
  id: string;
  header: string;
  render: (row: T) => ReactNode;
  /** CSS width; columns without a width share the rest. */
  width?: string;
  align?: 'left' | 'right' | 'center';
  /** Hidden in a narrow window. */
  wideOnly?: boolean;
  /** Shown below the first column in a narrow window, instead of beside it. */
  stacks?: boolean;
}

interface DataTableProps<T> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string | number;
  actions?: (row: T) => Action[];
  onRowClick?: (row: T) => void;
  /** Component for rows with additional behaviour, such as dragging. */
  rowAs?: ComponentType<IdentifiedRowProps>;
  isLoading: boolean;
  error?: unknown;
  onRetry: () => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  hasMore?: boolean;
  onLoadMore?: () => void;
}

export interface IdentifiedRowProps extends TableRowProps {
  rowId: string | number;
}
const PlainRow = ({ rowId: _rowId, ...props }: IdentifiedRowProps) => <TableRow {...props} />;

/** Minimum window width for columns side by side; below it the fixed-width columns leave no room for the name. */
const SIDE_BY_SIDE_PX = 960;
const SKELETON_ROWS = 6;
const skeletonKeys = Array.from({ length: SKELETON_ROWS }, (_, index) => `skeleton-${index}`);

/** A table of items: sticky header, skeletons, empty and error states, actions at the right. */
export const DataTable = <T,>({
  label,
  columns,
  rows,
  rowKey,
  actions,
  onRowClick,
  rowAs: Row = PlainRow,
  isLoading,
  error,
  onRetry,
  empty,
  hasMore = false,
  onLoadMore,
}: DataTableProps<T>) => {
  const { t } = useTranslation('common');
  const wide = useMediaQuery((theme) => theme.breakpoints.up(SIDE_BY_SIDE_PX), { noSsr: true });
  const shown = columns.filter((column) => wide || (column.wideOnly !== true && column.stacks !== true));
  const stacked = wide ? [] : columns.filter((column) => column.stacks === true);
  const failed = error !== undefined && error !== null && rows === undefined;
  const online = useOnline();
  const waits = isLoading && rows === undefined && !online;
  const nothing = !isLoading && !failed && rows !== undefined && rows.length === 0;
  return (
    <Box
      sx={{
        flex: '0 1 auto',
        minHeight: nothing || failed || waits ? 320 : 0,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'auto',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
      }}
    >
      {failed && <ErrorState error={error} onRetry={onRetry} />}
      {waits && <OfflineState />}
      {nothing && empty}
      {!failed && !waits && !nothing && (
        <Table stickyHeader aria-label={label} aria-busy={isLoading} sx={{ tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              {shown.map((column) => (
                <TableCell
                  key={column.id}
                  align={column.align ?? 'left'}
                  {...(column.width === undefined ? {} : { sx: { width: column.width } })}
                >
                  {column.header}
                </TableCell>
              ))}
              {actions !== undefined && (
                <TableCell align="right" sx={{ width: 60 }}>
                  <VisuallyHidden>{t('actions')}</VisuallyHidden>
                </TableCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows === undefined
              ? skeletonKeys.map((key) => (
                  <TableRow key={key}>
                    {shown.map((column) => (
                      <TableCell key={column.id}>
                        <Skeleton />
                      </TableCell>
                    ))}
                    {actions !== undefined && <TableCell />}
                  </TableRow>
                ))
              : rows.map((row) => (
                  <Row
                    key={rowKey(row)}
                    rowId={rowKey(row)}
                    hover
                    {...(onRowClick === undefined
                      ? {}
                      : { onClick: () => onRowClick(row), sx: { cursor: 'pointer' } })}
                  >
                    {shown.map((column, index) => (
                      <TableCell
                        key={column.id}
                        align={column.align ?? 'left'}
                        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                      >
                        {column.render(row)}
                        {index === 0 && stacked.length > 0 && (
                          <Box
                            sx={{
                              display: 'flex',
                              flexWrap: 'wrap',
                              alignItems: 'center',
                              gap: 2,
                              paddingBlock: 2,
                              whiteSpace: 'normal',
                            }}
                          >
                            {stacked.map(({ id, render }) => (
                              <Box key={id}>{render(row)}</Box>
                            ))}
                          </Box>
                        )}
                      </TableCell>
                    ))}
                    {actions !== undefined && (
                      <TableCell align="right" onClick={(event) => event.stopPropagation()}>
                        <RowActions actions={actions(row)} />
                      </TableCell>
                    )}
                  </Row>
                ))}
          </TableBody>
        </Table>
      )}
      {onLoadMore !== undefined && rows !== undefined && (
        <LoadMore hasMore={hasMore} onLoadMore={onLoadMore} />
      )}
    </Box>
  );
};
