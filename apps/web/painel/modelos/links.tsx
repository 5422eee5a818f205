import { ActionIcon, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { LinkModelo, Modelo, SituacaoFormulario } from '@rubrica/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useIsAllowed } from '../context.tsx';
import { Copy } from '../integration/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useBase } from '../texts/base.ts';
import { useLinkTexts } from '../texts/modelos.ts';
import { missingInModelo } from './filling.ts';
import { ChangeLink, EndLink, LinkPicture } from './link-dialogs.tsx';
import styles from './links.module.css';
import { Part } from './part.tsx';
import { useLinks } from './queries.ts';

/** The public links of a template: what each is for, how it goes, and what to do with it. */
export function Links({ modelo }: { readonly modelo: Modelo }) {
  const t = useLinkTexts();
  const { isAllowed } = useIsAllowed();
  const links = useLinks(modelo.id);
  const found = links.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const create = isAllowed('criarLinkDeModelo') && missingInModelo(modelo) === null;
  return (
    <Part titulo={t.titulo}>
      {links.error && <Failure erro={links.error} repeat={() => void links.refetch()} />}
      {links.isPending && <Loading />}
      {links.data && found.length === 0 && (
        <Text c="dimmed" maw={720}>
          {t.blank}
        </Text>
      )}
      {found.length > 0 && (
        <ul className={`plain-list ${styles.links}`} aria-label={t.titulo}>
          {found.map((link) => (
            <OneLink key={link.id} link={link} />
          ))}
        </ul>
      )}
      <Group>
        {create && (
          <Button
            component={Link}
            to={`/modelos/${modelo.id}/link-publico`}
            variant="default"
            leftSection={<Icon name="plus" />}
          >
            {t.create}
          </Button>
        )}
        {links.hasNextPage && (
          <Button variant="default" loading={links.isFetchingNextPage} onClick={() => void links.fetchNextPage()}>
            {t.more}
          </Button>
        )}
      </Group>
    </Part>
  );
}

const TONES: Record<SituacaoFormulario, Tone> = {
  ABERTO: 'ok',
  ENCERRADO: 'neutral',
  ESGOTADO: 'info',
  VENCIDO: 'warning',
};

type Opened = 'change' | 'end' | 'picture';

function OneLink({ link }: { readonly link: LinkModelo }) {
  const t = useLinkTexts();
  const { mayIn } = useIsAllowed();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const ended = link.situacao === 'ENCERRADO';
  const stopped = link.situacao === 'ABERTO' ? link.impedimento : null;
  return (
    <li className={styles.link}>
      <Stack gap={4}>
        <Group gap="xs">
          <span className={styles.title} dir="auto">
            {link.titulo}
          </span>
          <Tag tone={TONES[link.situacao]}>{t.situacao[link.situacao]}</Tag>
          {stopped && <Tag tone="danger">{t.stopped.tag}</Tag>}
        </Group>
        <div className={styles.facts}>
          <span>{t.answers(link.respostas, link.limite)}</span>
          {link.expiraEm && (
            <span>
              {t.until} <Moment when={link.expiraEm} />
            </span>
          )}
        </div>
        {stopped && (
          <Text size="sm">
            {t.stopped.since} <Moment when={stopped.desde} />: {t.stopped.reasons[stopped.motivo]}
          </Text>
        )}
      </Stack>
      {!ended && (
        <LinkMenu
          link={link}
          change={mayIn('alterarLinkDeModelo', link)}
          end={mayIn('encerrarLinkDeModelo', link)}
          onOpen={setOpened}
        />
      )}
      {!ended && (
        <div className={styles.address}>
          <Anchor href={link.url} target="_blank" rel="noreferrer">
            <code>{link.url}</code>
          </Anchor>
          <Copy valor={link.url} rotulo={t.copyOf(link.titulo)} />
        </div>
      )}
      {opened === 'change' && <ChangeLink link={link} onClose={close} />}
      {opened === 'end' && <EndLink link={link} onClose={close} />}
      {opened === 'picture' && <LinkPicture link={link} onClose={close} />}
    </li>
  );
}

function LinkMenu(props: {
  readonly link: LinkModelo;
  readonly change: boolean;
  readonly end: boolean;
  readonly onOpen: (what: Opened) => void;
}) {
  const t = useLinkTexts();
  const base = useBase();
  const { link, change, end, onOpen } = props;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`${base.actions.more}: ${link.titulo}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="modelo" />} onClick={() => onOpen('picture')}>
          {t.picture.menu}
        </Menu.Item>
        {change && (
          <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onOpen('change')}>
            {t.change.menu}
          </Menu.Item>
        )}
        {end && (
          <Menu.Item leftSection={<Icon name="cancel" />} onClick={() => onOpen('end')}>
            {t.end.menu}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
