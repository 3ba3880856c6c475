import { Ambulance, House, RadioTower, UserRound } from "lucide-react";
import { useLayoutEffect } from "react";
import { Outlet, type RouteObject, useParams } from "react-router";
import { TAXI_PROJECT } from "#contract/projects.ts";
import { type Brand, BrandContext, companyBrand } from "#shared/ui/brand.tsx";

/** Names and signs of the products; their colours stand in tokens.css. Parking and the main site have the company's own brand. */
const taxi: Brand = { product: "taxi", name: "Taxi", sign: <span className="text-[0.625rem]">TAXI</span> };

export const brands = {
  taxi,
  dispatch: { product: "dispatch", name: { sv: "Ledningscentralen", en: "Dispatch" }, sign: <RadioTower /> },
  realEstate: { product: "real-estate", name: "Ystadbostäder", sign: <House /> },
  ambulance: { product: "ambulance", name: { sv: "Ambulanstjänst", en: "Ambulance service" }, sign: <Ambulance /> },
  accounts: { product: "accounts", name: { sv: "Konton", en: "Accounts" }, sign: <UserRound /> },
} satisfies Record<string, Brand>;

/** The routes of a product, under its brand. */
export const branded = (brand: Brand, children: RouteObject[]): RouteObject => ({
  element: <Branded brand={brand} />,
  children,
});

/** The routes of parking. A project of the taxi has the taxi's brand (document 1 §2). */
export const brandedByProject = (children: RouteObject[]): RouteObject => ({ element: <ByProject />, children });

function ByProject() {
  const { projectId } = useParams();
  return <Branded brand={projectId === TAXI_PROJECT ? taxi : companyBrand} />;
}

/** The browser's bar, and the bar of the installed application, gets the colour of the sign at the screen's top. */
const colourBar = () =>
  document
    .querySelector("meta[name=theme-color]")
    ?.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--sign"));

/** The accent stands on the whole document, because dialogs, the canvas and the browser's bar lie outside the screen. */
function Branded({ brand }: { brand: Brand }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (brand.product === undefined) return undefined;
    dataset["product"] = brand.product;
    colourBar();
    return () => {
      delete dataset["product"];
      colourBar();
    };
  }, [brand]);
  return (
    <BrandContext value={brand}>
      <Outlet />
    </BrandContext>
  );
}
