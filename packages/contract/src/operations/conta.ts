import { operation } from '../operation.ts';
import { Conta, ContaAlteracao, ContaEmailEntrada, ContaSenhaEntrada } from '../schemas/index.ts';
import { body, empty, json } from './kit.ts';

const own = { tag: 'Conta', account: 'inside', credential: 'session', added: true } as const;

/** What a person does with the account from inside the panel. */
export const conta = {
  obterConta: operation({
    ...own,
    method: 'GET',
    path: '/conta',
    success: 200,
    answer: json(Conta),
    summary: 'Lê a conta de quem entrou',
  }),
  alterarConta: operation({
    ...own,
    method: 'PATCH',
    path: '/conta',
    body: body(ContaAlteracao),
    success: 200,
    answer: json(Conta),
    summary: 'Altera nome, idioma, tema e avisos',
    description: 'Só o que vier muda; de `avisos` também.',
  }),
  alterarSenha: operation({
    ...own,
    method: 'POST',
    path: '/conta/senha',
    body: body(ContaSenhaEntrada),
    success: 204,
    answer: empty,
    errors: ['400 SENHA_FRACA', '401 CREDENCIAL_INVALIDA'],
    summary: 'Troca a senha da conta',
    description:
      'Pede a senha atual; senhas erradas contam como no login. Encerra as outras sessões da pessoa, e os links abertos de recuperação da senha e de troca do e-mail deixam de valer. A verificação em duas etapas continua como estava, e a pessoa é avisada por e-mail.',
  }),
  alterarEmail: operation({
    ...own,
    method: 'POST',
    path: '/conta/email',
    body: body(ContaEmailEntrada),
    success: 202,
    answer: empty,
    errors: ['401 CREDENCIAL_INVALIDA', '409 CONFLITO'],
    summary: 'Pede a troca do e-mail da conta',
    description:
      'Pede a senha; senhas erradas contam como no login. Nada muda antes de o novo endereço ser confirmado pelo link enviado a ele (24 horas, um uso), e o endereço atual é avisado do pedido e da troca. A resposta é a mesma se o endereço já é de uma conta: quem o lê é avisado, e ninguém mais. O link deixa de valer com outro pedido e com a troca da senha. No máximo 3 pedidos por hora.',
  }),
};
