import { Anchor, Button, Group, Text } from '@mantine/core';
import type { MensagemCaixa } from '@rubrica/contract';
import { Link, useParams } from 'react-router';
import { ROOT_OF } from '../ambiente.ts';
import { usePanel } from '../contexto.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { useIntegracao } from '../textos/integracao.ts';
import { useAteAchar, useCaixa } from './consultas.ts';
import { Guias } from './guias.tsx';
import './integracao.css';
import { Mensagem } from './mensagem.tsx';

/** `/caixa` and `/caixa/{mensagemId}`, of the test environment alone. */
export function Component() {
  const t = useIntegracao();
  const { ambiente } = usePanel();
  if (ambiente === 'TESTE') return <Caixa />;
  return (
    <Tela titulo={t.caixa.titulo}>
      <Vazio icone="caixa" titulo={t.caixa.soTeste} texto={t.caixa.soTesteTexto}>
        <Button component="a" href={`${ROOT_OF.TESTE}/caixa`}>
          {t.caixa.irTeste}
        </Button>
      </Vazio>
    </Tela>
  );
}

function Caixa() {
  const t = useIntegracao();
  const { mensagemId } = useParams();
  const list = useCaixa(true);
  const all = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const open = all.find(({ id }) => id === mensagemId);
  const looking = useAteAchar(list, mensagemId === undefined || open !== undefined);
  return (
    <Tela
      titulo={t.caixa.titulo}
      junto={
        list.data && (
          <Text size="sm" c="dimmed" role="status">
            {t.caixa.total(list.data.pages.at(-1)?.total ?? 0)}
          </Text>
        )
      }
      acoes={
        <Button variant="default" leftSection={<Icone nome="reenviar" />} onClick={() => void list.refetch()}>
          {t.caixa.atualizar}
        </Button>
      }
    >
      <Text>{t.caixa.texto}</Text>
      <Guias quais={['sandbox']} />
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {list.data && all.length === 0 && mensagemId === undefined && (
        <Vazio icone="caixa" titulo={t.caixa.vazioTitulo} texto={t.caixa.vazioTexto}>
          <Button component={Link} to="/documentos" variant="default">
            {t.caixa.irDocumentos}
          </Button>
        </Vazio>
      )}
      {list.data && (all.length > 0 || mensagemId !== undefined) && (
        <div className="caixa" data-aberta={mensagemId}>
          <section className="caixa-lista" aria-label={t.caixa.lista}>
            <ul className="mensagens">
              {all.map((one) => (
                <li key={one.id}>
                  <Linha one={one} open={one.id === mensagemId} />
                </li>
              ))}
            </ul>
            {list.hasNextPage && !looking && (
              <Group justify="center" mt="md">
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t.mais}
                </Button>
              </Group>
            )}
          </section>
          <div className="caixa-aberta">
            <Anchor component={Link} to="/caixa" size="sm" className="caixa-voltar">
              <Icone nome="voltar" tamanho={14} /> {t.caixa.voltar}
            </Anchor>
            {open && <Mensagem key={open.id} mensagem={open} />}
            {!open && looking && <Carregando />}
            {!open && !looking && <Nenhuma asked={mensagemId !== undefined} />}
          </div>
        </div>
      )}
    </Tela>
  );
}

function Nenhuma({ asked }: { readonly asked: boolean }) {
  const t = useIntegracao();
  if (asked) return <Vazio icone="caixa" titulo={t.caixa.naoAchada} texto={t.caixa.naoAchadaTexto} />;
  return (
    <Text c="dimmed" ta="center" py="xl">
      {t.caixa.escolha}
    </Text>
  );
}

function Linha({ one, open }: { readonly one: MensagemCaixa; readonly open: boolean }) {
  const t = useIntegracao();
  return (
    <Link to={`/caixa/${one.id}`} className="mensagem-linha" {...(open ? { 'aria-current': 'true' } : {})}>
      <span className="mensagem-assunto" dir="auto">
        {one.assunto ?? one.texto}
      </span>
      <span className="mensagem-destino" dir="auto">
        {one.destino}
      </span>
      <span className="suave">
        {t.caixa.canal[one.canal] ?? one.canal} · <Momento quando={one.criadoEm} estilo="relativo" />
      </span>
    </Link>
  );
}
