import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Documento, DocumentoResumo } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../parts/icon.tsx';
import { MoreActions } from '../parts/more-actions.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import type { DocumentAction } from './acts.ts';
import { DownloadMenu } from './download-menu.tsx';
import { editorOf, pageOf, useOpening } from './opening.ts';
import { type OfferedAction, useDocumentActions } from './use-acts.tsx';

/** What stands beside the title; the rest is in the menu. */
const IN_SIGHT: readonly DocumentAction[] = ['prepare', 'reenviar'];

/** What this person may do with this document in its state; the rest is not there. */
export function DocumentoActions({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { offered, busy, dialog } = useDocumentActions();
  const actions = offered(documento);
  const called = (name: DocumentAction) => actions.find((one) => one.name === name);
  const prepare = called('prepare');
  const resend = called('reenviar');
  return (
    <>
      {prepare && (
        <Button component={Link} to={editorOf(documento.id)} leftSection={<Icon name="edit" />}>
          {prepare.rotulo}
        </Button>
      )}
      {resend && (
        <Button
          variant="default"
          leftSection={<Icon name={resend.iconName} />}
          loading={busy === 'reenviar'}
          onClick={resend.run}
        >
          {resend.rotulo}
        </Button>
      )}
      <DownloadMenu documento={documento}>
        <Button
          variant={documento.status === 'ASSINADO' ? 'filled' : 'default'}
          leftSection={<Icon name="download" />}
          rightSection={<Icon name="low" size={14} />}
        >
          {t.pagina.actions.baixar}
        </Button>
      </DownloadMenu>
      <More actions={actions.filter(({ name }) => !IN_SIGHT.includes(name))} />
      {dialog}
    </>
  );
}

/** What is done more seldom. */
function More({ actions }: { readonly actions: readonly OfferedAction[] }) {
  if (actions.length === 0) return null;
  return (
    <MoreActions>
      <ActionItems actions={actions} />
    </MoreActions>
  );
}

/** The menu of a document's row. Its items are found out only once it is open. */
export function RowMenu({ label, ...items }: RowItemsProps & { readonly label: string }) {
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <RowItems {...items} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface RowItemsProps {
  readonly documento: DocumentoResumo;
  readonly offered: (documento: DocumentoResumo) => readonly OfferedAction[];
  /** Items that this kind of row has beside. */
  readonly children?: ReactNode;
}

function RowItems({ documento, offered, children }: RowItemsProps) {
  return (
    <>
      <OpenItem documento={documento} />
      {children}
      <ActionItems actions={offered(documento)} />
    </>
  );
}

/** What the menu of a row begins with: the document; of a draft, which opens where it is prepared, its page. */
function OpenItem({ documento }: { readonly documento: DocumentoResumo }) {
  const t = useDocumentos();
  const opens = useOpening()(documento);
  const [to, label] = opens === editorOf(documento.id) ? [pageOf(documento.id), t.list.page] : [opens, t.list.open];
  return (
    <Menu.Item component={Link} to={to} leftSection={<Icon name="documento" />}>
      {label}
    </Menu.Item>
  );
}

/** The actions on a document as items of a menu. */
function ActionItems({ actions }: { readonly actions: readonly OfferedAction[] }) {
  return actions.map(({ name, iconName, rotulo, run }) => (
    <Menu.Item key={name} leftSection={<Icon name={iconName} />} onClick={run}>
      {rotulo}
    </Menu.Item>
  ));
}
