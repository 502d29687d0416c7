/** Conversations in the chats of channels about water, light and quiet places. */
import { conversation } from './conversation.ts';

export const REEF = conversation(`
a: Which one is the shy one behind the kelp?
host: The smaller clownfish. Give it a minute, it comes out when the big one swims left.
a: There it is! Thank you.
b: I have watched this tank for a year and still cannot tell them apart.
c: The shy one has a notch in its second stripe.
b: A notch. Now I will never not see it.

d: I have this open while I work. Best office plant.
e: Same. My boss thinks it is a screen saver.
d: Mine asked for the link.
f: We have it on the wall at the dentist’s. Fewer people run away.
e: That is the best review an aquarium can get 😄

g: Is it feeding time yet?
host: At six. The cleaner shrimp has had its breakfast and will not share.
g: So I have time for tea.
h: There is always time for tea here.

i: How long did it take until the tank was stable?
host: Eight months. For the first three I mostly looked at algae.
i: I am in month two. That helps a lot.
j: Month five here. It gets better, and then it gets green again.
host: And then it gets better. Change less, wait more.
k: I am writing that on a note beside my own tank.

l: The clownfish just looked straight at me 🐠
m: It looks at everyone like that.
l: Let me have this.
m: It looked at you most of all.

n: What is the soft hum in the background?
c: The return pump. Turn it up, it is lovely to fall asleep to.
n: Better than the rain sounds I pay for.
o: Six hundred liters, if you wondered. It was on the board last week.

p: Good evening from Tromsø, no sun until January. This helps.
a: Good evening! Thirty degrees in Brisbane, this helps too.
q: One fish tank, two seasons.
p: The kelp does not mind either.
`);

export const LANTERNS = conversation(`
a: My grandmother folded some of those 🏮
host: Then say thank you to her. We had four hundred folders this year.
a: She is watching beside me and says the paper was too thin.
host: She is right. Thicker next year.

b: The reflection on the water is so calm.
c: No wind at all tonight. Last year half of them went to the reeds.
d: I was in the boat that collected them. My arms still remember.
c: A hero of the reeds!

e: Greetings from the west shore! We see you as a line of gold.
f: Wave with a light, we are on the pier.
e: Two long, one short. Did you see it?
f: Yes! The whole pier is waving back.
g: I am in another country and I waved at my screen.

h: How many are lit by now?
host: The last count was two thousand six hundred. The rest follow until midnight.
h: And how do you count them?
i: In rows of forty. I did row twelve, and I counted it twice.

j: Is the old boat out tonight?
host: It is at the landing, and it goes out with the last hundred.
j: My father rowed it in 1987.
k: Mine painted it. Every spring, always the same green.
j: Then they must have met.
k: I will ask him tomorrow.

l: Are the candles real?
host: Small lights on a battery. They come back in a net, and none of the paper stays in the water.
l: That is a relief. It looks just the same.
m: Softer, even. No smoke for the ducks.

n: First time here. What is the wish for?
o: You write it inside the fold, and no one reads it.
n: I sent mine to a friend on the shore who folds one for me.
o: Then yours is out there.
p: Which of the lights shall we call yours?
n: The one that is late. That would be me ✨
`);

export const SUNRISE = conversation(`
a: Bom dia de uma Curitiba chuvosa.
host: Bom dia! Temos céu suficiente para todo mundo.
b: Bom dia de uma cozinha em Recife, entre duas cadeiras.
c: Sacada, em cima do ponto de ônibus, toalha em vez de tapete.
host: Toalha é perfeito. Dobrem os joelhos o quanto quiserem.

d: Quatro respirações são mais longas do que eu pensava.
e: Eu sempre termino em três e espero os outros.
host: Soltem o ar mais devagar do que puxam. Aí quatro é a conta certa.
d: Funcionou.

f: Meus joelhos agradecem a versão mais lenta.
g: Eu coloco um cobertor dobrado embaixo. Experimenta.
f: Cobertor, então. Nossa, bem melhor.

h: Esse céu 🌅
i: Muda a cada postura. Esqueço de olhar para baixo.
h: Nesta é para olhar para cima mesmo!
i: Então estou acertando sem querer.

j: Isso é bom para a lombar? Passo o dia sentado.
host: Fique nas quatro primeiras e deixe a flexão funda de fora por uma semana.
j: Obrigado, farei isso.
k: Passei dez anos sentada. Três semanas disto e amarro o tênis de novo.
j: Eis uma meta!

l: Os gêmeos acordaram. Estou com um em cada perna.
m: Essa é a versão avançada.
l: Eles gostam mais das gaivotas.
n: Todo mundo gosta mais das gaivotas.

o: Amanhã no mesmo horário?
host: Todo dia em que o píer estiver seco.
o: Vou trazer minha irmã.
p: Eu trouxe a minha, e agora é ela que me acorda.
`);

export const DESERT = conversation(`
a: منظر جميل جدًا
b: هذا الغروب رائع 🌇
host: أهلًا بكم. الضوء في هذه الساعة لا يتكرر.
a: يتغير لون الرمال كل دقيقة.

c: تحياتي من المغرب
d: وتحياتي من عُمان، عندنا الشمس غابت قبل قليل.
c: كأننا نشاهد غروبين في يوم واحد.
e: وأنا من برلين، والمطر على النافذة. شكرًا على الدفء.

f: كم المسافة إلى الواحة؟
host: نحو أربعين كيلومترًا. نصل مع أول النجوم.
f: إذن عندي وقت لأحضّر الشاي.
g: الشاي بالنعناع، من فضلك.
f: بالنعناع طبعًا.

h: الموسيقى هادئة، شكرًا
i: ما اسم المقطوعة؟
host: عزف صديق لي على العود، سجلناها في البيت.
i: أوصل له تحياتنا، العزف جميل.

j: هل الطريق آمن ليلًا؟
host: أعرفه منذ عشرين سنة، وأقود ببطء.
j: البطء هو أجمل ما في البث.
k: في المدينة لا أحد يقود هكذا 😄

l: والدي كان سائق شاحنة على هذا الطريق.
host: الله يحفظه. ربما التقيت به عند المحطة القديمة.
l: سأسأله الليلة، هو يتذكر كل الوجوه.
m: أخبرنا بما يقول!

n: أشاهد البث مع أطفالي قبل النوم.
o: ونحن كذلك، ابنتي تعدّ الكثبان.
n: وإلى كم وصلت؟
o: إلى سبعة، ثم نامت.
n: هذا أفضل بث للنوم 🌙
`);
