import { ActionIcon, Avatar, Menu, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useMember, usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { LANGUAGE_NAMES, LANGUAGES, useSpeech } from '../texts/area.ts';
import { useBase } from '../texts/base.ts';
import styles from './menu.module.css';
import { OF_THE_ACCOUNT } from './navigation.ts';

/** The person: account, organizations, language, the way out. */
export function AccountMenu() {
  const t = useBase();
  const { usuario, organizacao } = useMember();
  const { client, session, ambiente } = usePanel();
  const notices = useNotices();
  const leave = async () => {
    try {
      await client.sair({});
      session.end();
      location.assign(`${ROOT_OF[ambiente]}/entrar`);
    } catch (error) {
      notices.erro(error);
    }
  };
  return (
    <Menu position="bottom-end" width={280} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" size={36} aria-label={t.menu.account(usuario.nome)}>
          <Avatar size={34} radius="xl" color="marca" variant="transparent">
            {[...usuario.nome][0]?.toUpperCase()}
          </Avatar>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <Text size="sm" fw={600} truncate dir="auto">
            {usuario.nome}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {usuario.email}
          </Text>
          <Text size="xs" c="dimmed">
            {t.papel[organizacao.papel]}
          </Text>
        </div>
        {OF_THE_ACCOUNT.map(({ to, iconName, rotulo }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon name={iconName} />}>
            {rotulo(t)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Organizations />
        <Menu.Divider />
        <Languages />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" />} onClick={() => void leave()}>
          {t.menu.sair}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The organizations of the person; choosing another starts over in it. */
function Organizations() {
  const t = useBase();
  const { organizacao, organizacoes } = useMember();
  const { client, session, ambiente } = usePanel();
  const notices = useNotices();
  const change = async (membroId: string) => {
    try {
      session.begin(await client.renovarSessao({ body: { membroId } }));
      location.assign(`${ROOT_OF[ambiente]}/inicio`);
    } catch (error) {
      notices.erro(error);
    }
  };
  return (
    <>
      <Menu.Label>{t.menu.organizacoes}</Menu.Label>
      {organizacoes.map((one) => (
        <Menu.Item
          key={one.id}
          leftSection={<Icon name={one.id === organizacao.id ? 'tick' : 'building'} />}
          {...(one.id === organizacao.id ? { 'aria-current': true } : { 'aria-label': t.menu.switchTo(one.nome) })}
          onClick={() => one.id !== organizacao.id && one.membroId && void change(one.membroId)}
        >
          <span dir="auto" className="break-anywhere">
            {one.nome}
          </span>
        </Menu.Item>
      ))}
    </>
  );
}

function Languages() {
  const t = useBase();
  const { language, speak } = useSpeech();
  return (
    <>
      <Menu.Label>{t.language}</Menu.Label>
      {LANGUAGES.map((one) => (
        <Menu.Item
          key={one}
          lang={one}
          leftSection={one === language ? <Icon name="tick" /> : <span className={styles.blankIcon} />}
          {...(one === language ? { 'aria-current': true } : {})}
          onClick={() => speak(one)}
        >
          {LANGUAGE_NAMES[one]}
        </Menu.Item>
      ))}
    </>
  );
}
