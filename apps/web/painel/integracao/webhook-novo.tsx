import { Button, Text } from '@mantine/core';
import type { EventoWebhook, WebhookCriado } from '@rubrica/contract';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePanel } from '../contexto.tsx';
import { Tela } from '../partes/tela.tsx';
import { useBase } from '../textos/base.ts';
import { useIntegracao } from '../textos/integracao.ts';
import { useMudouWebhook } from './consultas.ts';
import { Guias } from './guias.tsx';
import './integracao.css';
import { useRepeticao } from '../partes/repeticao.ts';
import { SegredoUmaVez } from './segredo.tsx';
import { SoQuemAlcanca } from './sem-alcance.tsx';
import { FormularioWebhook } from './webhook-formulario.tsx';

/** What most receivers want first: that it ended, one way or the other. */
const USUAL: EventoWebhook[] = ['document.completed', 'document.refused', 'document.expired', 'document.cancelled'];

/** `/integracao/webhooks/novo` */
export function Component() {
  const t = useIntegracao();
  return (
    <SoQuemAlcanca operacao="criarWebhook" titulo={t.webhooks.novo}>
      <NovoWebhook />
    </SoQuemAlcanca>
  );
}

function NovoWebhook() {
  const base = useBase();
  const t = useIntegracao();
  const { client } = usePanel();
  const navigate = useNavigate();
  const mudou = useMudouWebhook();
  const keyOf = useRepeticao();
  const [created, setCreated] = useState<WebhookCriado | null>(null);
  return (
    <Tela titulo={t.webhooks.novo} acima={{ to: '/integracao/webhooks', rotulo: t.webhooks.titulo }} estreita>
      <FormularioWebhook
        inicial={{ url: '', descricao: '', eventos: USUAL }}
        botao={t.webhooks.criar}
        onSalvar={async ({ descricao, ...rest }) => {
          const body = { ...rest, ...(descricao ? { descricao } : {}) };
          const answer = await client.criarWebhook({ body, idempotencyKey: keyOf(body) });
          const { segredo: _once, ...webhook } = answer;
          mudou.criado(webhook);
          setCreated(answer);
        }}
        outros={
          <Button component={Link} to="/integracao/webhooks" variant="default">
            {base.acoes.cancelar}
          </Button>
        }
      />
      {created && (
        <SegredoUmaVez
          titulo={t.webhooks.criadoTitulo}
          rotulo={t.webhooks.segredo}
          valor={created.segredo}
          onGuardado={() => void navigate(`/integracao/webhooks/${created.id}`)}
        >
          <Text size="sm">{t.webhooks.segredoTexto}</Text>
          <Guias quais={['webhooks']} />
        </SegredoUmaVez>
      )}
    </Tela>
  );
}
