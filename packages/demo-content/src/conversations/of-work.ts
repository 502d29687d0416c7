/** Conversations in the chats of channels that explain or make something. */
import { conversation } from './conversation.ts';

export const CODING = conversation(`
a: Why cohesion before separation?
host: To see what goes wrong without it: they all end in one point. Separation then has a reason.
a: So each rule is the answer to the picture before.
host: That is the whole stream in a sentence.

b: The tests first part makes this so easy to follow.
c: I always wrote them afterwards, as an apology.
b: An apology to whom?
c: To myself in three weeks.

d: They flock! 🎉
e: That moment when it stops being dots.
d: I said “birds” out loud. To my desk.
f: My daughter asks which one is the leader.
host: None! Each one only looks at its neighbors. That is the beautiful part.
f: She does not believe you, and points at one.

g: Could this run on a grid to save comparisons?
host: Yes, that is Thursday. With two hundred birds the simple loop is fast enough.
g: At what number does it start to hurt?
h: Around two thousand on my old laptop. It is n squared, after all.
g: Then I will be here on Thursday.

i: What theme is that?
j: Her own, there is a link in the description.
i: The green for the passing tests is so calm.
j: And the red is polite.

k: Why is the turn limited? They could just face the right way.
l: Try it without. They twitch like flies.
k: I did, and they did. Thank you.

m: First time that I understand what a unit vector is for.
n: School gave me the formula. This gave me a bird.
m: 😄 put that on a mug
host: I would drink from that mug.

o: The test for the empty flock is my favorite.
p: Zero birds average to nothing, and that took me an afternoon once.
o: Division by zero is a rite of passage.
`);

export const KITCHEN = conversation(`
a: Yo asaría la calabaza primero. ¿Funciona?
host: Muy bien. Media hora en el horno, con piel, y se pela sola.
a: ¿Y las semillas?
host: Sal, diez minutos, y nunca llegan a la mesa.

b: ¿Cuánto jengibre era eso?
c: Como un pulgar.
b: ¿El pulgar de quién?
d: Regla de la casa: el de quien cocina.
b: Entonces, mucho jengibre. Toco el contrabajo.

e: Esto lo hago el sábado 🥕
f: Yo lo hice el sábado pasado. Pon más zanahorias de las que crees.
e: ¿Para seis?
f: Para cuatro que repiten.

g: ¿Se puede congelar?
host: Sí, pero antes de la nata. La nata se enfada en el congelador.
g: Apuntado: la nata se enfada.
h: Yo le pongo leche de coco, que no se enfada nunca.

i: ¡Cómo corta ese cuchillo!
j: Uno sin filo es más peligroso, nos dijeron la primera semana.
i: Tengo cicatrices de los que no cortan, así que te creo.
host: Dedos recogidos, mira los nudillos y despacio. Nadie tiene prisa por una sopa.

k: ¿Qué haces con las hojas de las zanahorias?
host: ¡Pesto! Ajo, aceite y los frutos secos que haya. Es la segunda parte de hoy.
k: Las he tirado durante treinta años.
l: A los conejos del barrio no les importó.

m: No tengo caldo. ¿Vale con agua?
n: Agua, una cebolla y paciencia. Se convierte en caldo mientras esperas.
m: Tengo dos de las tres.
n: ¿Cuál te falta?
m: Es que tengo hambre ya.

o: El ruido de la tapa es el ruido de casa.
p: Sábado frío, cocina caliente. Gracias, Pilar.
`);

export const NEWSROOM = conversation(`
a: A tram that is early? That is news.
b: I was on it. We all looked at each other, and then at our watches.
a: Did it wait?
b: At the bridge, four minutes, out of politeness.

c: Good evening from the ferry.
d: Is the late one running again?
host: From Monday, until a quarter past eleven. The timetable is below the stream.
d: Finally. No more sleeping at my sister’s.
e: Your sister is watching, too. I will miss you!

f: The willows by the lock look great this year.
g: They were cut back in March, and everyone complained.
f: I complained. I take it back.
host: We asked for letters about the willows. There were ninety, and sixty took it back.

h: Thanks for the calm news.
i: An hour in the evening, and then I know what I need.
h: And no red banners.
j: The weather map is drawn by hand, too. Did you know?
h: I did not. Now I like the weather more.

k: What happens with the footbridge?
host: The council votes on the ninth. We will show all of it, with notes.
k: And what do the notes say so far?
host: Two offers, both over budget, one of them handsome.
l: Take the handsome one.

m: Who owns this channel?
n: We do, two thousand of us. Twelve a year each.
m: How do I join?
n: A tier below the stream. There is a meeting in spring, with soup.
m: You had me at soup.

o: Was the swan found?
host: The swan is well, and back at the mill. It was in the car park of the library.
o: Reading?
p: Best story of the week, no contest 🦢
`);

export const BLACKBOARD = conversation(`
a: The circle made it click for me.
b: Same. Eleven years of school, and it was a circle all along.
a: A point that goes round, and we only watch its height.
host: That is the lesson! I could go home now.

c: Why does it start at zero?
host: Because we start on the right, at the height of the center. Start at the top, and you have drawn the cosine.
c: So the cosine is a sine that got up earlier.
host: A quarter of a turn earlier. I will use that tomorrow.

d: I wish I had had this lesson in school.
e: I am in school, and I have it open under the desk.
f: Put it on the desk. Tell them it is homework.
e: It is homework now 😄

g: Could you draw the cosine next to it?
host: In yellow, in a minute. The white one needs its second wave first.
g: Thank you! The colors help.

h: What is the unit of the axis below?
i: Parts of a full turn. Later he calls them radians.
h: And why not degrees?
host: Because then the slope at zero is one, and everything after that gets easier.
h: I felt that sentence and do not understand it yet.
host: Thursday. Bring it along.

j: The sound of chalk is half of it.
k: My cat leaves the room every time.
j: And comes back?
k: For the sponge.

l: I teach this next week. May I steal the string and the nail?
host: Steal everything. I stole it from my own teacher.
l: A long line of thieves.
m: The best profession has the best thieves.

n: Where would I meet this outside a classroom?
o: Tides, mains power, every note the piano channel plays.
n: The piano, too?
o: Press one key and you press a few of these at once.
`);

export const PODCAST = conversation(`
a: I did not know that bells are tuned at all.
b: Five tones in one bell, she said at the start.
a: And I thought that they just rang.
c: I will never hear my church the same way.

d: What does a cracked bell sound like?
host: We have a recording of one, after the break. Bring a cup.
d: Is it sad?
e: It sounds like a bell with a cold.

f: Great guests tonight.
g: The beekeepers were louder.
f: They also disagreed about everything.
g: In stereo!

h: How long does one bell take?
host: She says: a week to cast, three weeks to cool, and two days at the lathe.
h: Three weeks to cool. And I cannot wait for tea.
i: Slow metal for a late table.

j: Please ask about the largest one 🔔
host: It is next on my card. Nine tons, and it hangs over a fish market.
j: Does it ring when they sell out?
k: I lived there. It rings at six, and the gulls answer.
j: Now I want to go.

l: Is there a school for this?
m: One foundry takes two apprentices a year. My cousin applied.
l: And?
m: She tunes organs now. Same ears, less lifting.

n: Ines laughs exactly like my aunt.
o: Bram pours water exactly like my uncle.
n: Family dinner, then, every Wednesday.

p: I sketch while they talk. Tonight it is all curves.
q: Show us! There is room in the community posts.
p: When the ink is dry.
q: We have time. It is cast metal.
`);
