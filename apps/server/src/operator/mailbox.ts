import { type Command, ownersCommand } from './command.ts';

const MAILBOX_SHOWN = 200;

export const MAILBOX: Readonly<Record<string, Command>> = {
  caixa: ownersCommand(
    { usage: '', about: 'mostra os e-mails e SMS capturados em produção, do mais novo ao mais antigo' },
    async (sql) => {
      const rows = await sql<
        { canal: string; destino: string; assunto: string | null; texto: string; criado_em: Date }[]
      >`
    select canal, destino, assunto, texto, criado_em
      from mensagem_capturada
     where ambiente = 'PRODUCAO'
     order by criado_em desc, id desc
     limit ${MAILBOX_SHOWN}`;
      const shown = rows.map(({ canal, destino, assunto, texto, criado_em }) =>
        [
          `${criado_em.toISOString()}  ${canal} para ${destino}`,
          ...(assunto === null ? [] : [assunto]),
          '',
          texto,
        ].join('\n'),
      );
      return shown.length > 0 ? `${shown.join(`\n${'-'.repeat(72)}\n`)}\n` : 'Nenhuma mensagem capturada.\n';
    },
  ),
};
